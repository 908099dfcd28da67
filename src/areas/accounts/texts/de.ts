import type { Texts } from './en.ts'

export const de: Texts = {
  fields: {
    name: 'Dein Name',
    email: 'E-Mail-Adresse',
    newPassword: 'Neues Passwort',
    passwordHint: (fewest) => `Mindestens ${fewest} Zeichen.`,
    strength: {
      guessable: 'Zu schwach: leicht zu erraten',
      names: 'Zu schwach: enthält einen Namen oder eine Adresse',
      fair: 'Ausreichend',
      good: 'Gut',
      strong: 'Stark',
    },
    channelGroups: 'Kanäle für den Anfang',
    theName: 'Der Name',
    theAddress: 'Die Adresse',
    thePassword: 'Das Passwort',
  },
  join: {
    title: (organization) => `${organization} beitreten`,
    ownAddress: 'Deine Adresse:',
    signsInWithAddress: 'Du meldest dich mit deiner Adresse an.',
    addressFirst: 'Zuerst deine Adresse: Du bekommst einen Link zugeschickt.',
    make: 'Konto anlegen',
    goOn: 'Weiter',
    sendLink: 'Link zuschicken',
    haveAccount: 'Ich habe ein Konto',
    continueWith: (provider) => `Weiter mit ${provider}`,
    isTaken: 'Zu dieser Adresse gibt es schon ein Konto.',
    noMail: (organization) =>
      `Dieser Server kann keine E-Mails verschicken und deshalb deine Adresse nicht prüfen. Bitte die Administratoren von ${organization}, ein Konto für dich anzulegen.`,
    accepted: (person) => `${person} hat deine Einladung angenommen und ist beigetreten.`,
  },
  sent: {
    title: 'Sieh in deinen Mails nach',
    link: (email) => `Ein Link ist an ${email} unterwegs. Er gilt einen Tag lang.`,
    reset: (email) => `Falls ${email} hier ein Konto hat, ist ein Link dorthin unterwegs. Er gilt eine Stunde lang.`,
  },
  wrong: 'Das geht nicht',
  forgotten: {
    title: 'Passwort vergessen?',
    button: 'Link zuschicken',
    noMail: (organization) =>
      `Dieser Server kann keine E-Mails verschicken und dir deshalb keinen Link schicken. Bitte die Administratoren von ${organization}, auf dem Server ein neues Passwort setzen zu lassen.`,
  },
  reset: {
    title: 'Neues Passwort',
    button: 'Passwort setzen',
    done: 'Das neue Passwort ist gesetzt. Melde dich damit überall an, wo du dein Konto benutzt.',
  },
  done: 'Erledigt',
  address: {
    title: 'Deine neue Adresse',
    becomes: (name) => `Die Adresse von ${name} wird`,
    before: (before) => `, statt ${before}.`,
    use: 'Diese Adresse verwenden',
    changed: (organization, email) =>
      `Deine Adresse in ${organization} ist jetzt ${email}. Melde dich von nun an damit an.`,
    stopTitle: 'Änderung deiner Adresse aufhalten',
    stays: (name) => `Die Adresse von ${name} bleibt`,
    stop: 'Änderung aufhalten',
    stopped: 'Aufgehalten',
    stoppedText:
      'Deine Adresse bleibt, wie sie ist. Wenn du keine andere wolltest, setze jetzt ein neues Passwort und einen neuen API-Schlüssel.',
  },
  mails: {
    hello: (name) => `Hallo ${name},`,
    helloStranger: 'Hallo,',
    join: {
      subject: (organization) => `${organization} beitreten`,
      text: (organization) => `mit diesem Link legst du dein Konto in ${organization} an. Er gilt einen Tag lang.`,
      nothing: 'Wenn du das nicht wolltest, brauchst du nichts zu tun.',
    },
    known: {
      subject: (organization) => `Du hast ein Konto in ${organization}`,
      text: (organization, url) =>
        `jemand, wahrscheinlich du, wollte ${organization} mit dieser Adresse beitreten. Es gibt schon ein Konto dazu: Melde dich an unter ${url}.`,
      forgotten: 'Falls du das Passwort vergessen hast',
    },
    signIn: {
      subject: (organization) => `Dein Link zu ${organization}`,
      text: (organization) =>
        `jemand, wahrscheinlich du, möchte sich bei ${organization} anmelden. Mit diesem Link kommst du hinein. Er gilt ein Mal, eine Viertelstunde lang.`,
      link: 'Anmelden',
      nothing: 'Wenn du nicht darum gebeten hast, musst du nichts tun. Gib den Link nicht weiter.',
    },
    reset: {
      subject: (organization) => `Ein neues Passwort für ${organization}`,
      text: (organization) =>
        `jemand, wahrscheinlich du, möchte ein neues Passwort für dein Konto in ${organization}. Mit diesem Link setzt du eines. Er gilt eine Stunde lang.`,
      link: 'Neues Passwort setzen',
      nothing: 'Wenn du das nicht wolltest, brauchst du nichts zu tun: Das Passwort bleibt, wie es ist.',
    },
    newAddress: {
      subject: (organization) => `Deine neue Adresse in ${organization}`,
      text: (organization, email, before) =>
        `du möchtest, dass ${email} die Adresse deines Kontos in ${organization} wird, statt ${before}. Dieser Link erledigt das. Er gilt einen Tag lang.`,
      link: 'Diese Adresse verwenden',
      nothing: 'Wenn du das nicht wolltest, brauchst du nichts zu tun: Es ändert sich nichts.',
    },
    otherAddress: {
      subject: (organization) => `Eine andere Adresse für dein Konto in ${organization}?`,
      text: (organization, email, before) =>
        `jemand, wahrscheinlich du, möchte, dass ${email} die Adresse deines Kontos in ${organization} wird, statt ${before}. Das geschieht, sobald jemand dem Link folgt, der dorthin geschickt wurde.`,
      warning:
        'Wenn du das nicht warst, hat jemand anderes dein Konto. Halte die Änderung mit diesem Link auf und setze dann ein neues Passwort und einen neuen API-Schlüssel.',
      link: 'Änderung aufhalten',
    },
    changed: {
      subject: (organization) => `Deine Adresse in ${organization} hat sich geändert`,
      toNew: (organization, url) =>
        `dies ist jetzt die Adresse deines Kontos in ${organization}. Melde dich von nun an damit an unter ${url}.`,
      toOld: (organization, before, email) =>
        `die Adresse deines Kontos in ${organization} war ${before} und ist jetzt ${email}.`,
      warning: (organization, url) =>
        `Wenn du das nicht warst, hat jemand anderes dein Konto: Sag es einem Administrator von ${organization} (${url}).`,
    },
  },
}
