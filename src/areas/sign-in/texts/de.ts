import type { Texts } from './en.ts'

export const de: Texts = {
  title: (organization) => `Anmelden bei ${organization}`,
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  signIn: 'Anmelden',
  forgotten: 'Passwort vergessen',
  read: 'Ohne Konto lesen',
  register: 'Konto anlegen',
  notSignedIn: 'Du bist nicht angemeldet',
  again: 'Noch einmal von vorn',
  signedIn: 'Angemeldet',
  youAre: (organization, name) => `Du bist bei ${organization} als ${name} angemeldet.`,
  backToApp: 'Zurück zur App',
  copy: 'Kopiere dies in das Programm, das dich hierher gebracht hat, und nirgendwo sonst hin. Es gilt ein Mal, in den nächsten fünf Minuten.',
  forProgram: 'Für das Programm',
  wantsKey:
    'Ein Programm, das keinen anderen Weg kennt, möchte deinen API-Schlüssel. Wer ihn hat, kann alles tun, was du kannst.',
  showKey: 'API-Schlüssel zeigen',
  key: {
    title: 'Dein API-Schlüssel',
    address: 'Adresse',
    email: 'E-Mail',
    key: 'API-Schlüssel',
    keep: 'Verwahre ihn wie ein Passwort.',
  },
  secondStep: {
    title: 'Zweiter Schritt',
    codeOfApp: 'Gib den Code ein, den deine App für Einmalcodes gerade zeigt.',
    code: 'Code',
    orRecovery: 'Ohne die App geht auch einer deiner Wiederherstellungscodes. Jeder gilt ein Mal.',
    setUp: 'Einen zweiten Faktor einrichten',
    required: (organization) =>
      `${organization} verlangt einen zweiten Faktor: Von nun an gibst du beim Anmelden auch einen Einmalcode ein.`,
    scan: 'Lies dieses Bild mit einer App für Einmalcodes auf deinem Telefon.',
    picture: 'QR-Code für die App',
    orType: 'Oder tippe dies in die App:',
    openApp: 'Die App auf diesem Gerät öffnen',
    firstCode: 'Der Code, den die App dann zeigt',
    turnOn: 'Einschalten',
    recoveryTitle: 'Deine Wiederherstellungscodes',
    recovery:
      'Schreib sie auf und verwahre sie sicher: Mit jedem meldest du dich ein Mal an, wenn du die App nicht hast. Sie werden nur hier gezeigt.',
    goOn: 'Ich habe sie verwahrt',
  },
  passkey: {
    link: 'Mit einem Passkey anmelden',
    instead: 'Stattdessen einen Passkey benutzen',
    title: 'Mit einem Passkey anmelden',
    what: 'Dein Gerät fragt nach Fingerabdruck, Gesicht oder PIN; ein Passwort ist nicht nötig.',
    use: 'Passkey benutzen',
    needsScripts: 'Passkeys brauchen Skripte, die in diesem Browser ausgeschaltet sind.',
    notShown: 'Es wurde kein Passkey gezeigt. Versuch es noch einmal oder nimm einen anderen Weg.',
    otherWay: 'Ein anderer Weg',
  },
  link: {
    title: 'Einen Link per Mail bekommen',
    what: 'Du bekommst eine Mail mit einem Link, mit dem du dich ohne Passwort anmeldest.',
    send: 'Link schicken',
    noAddress: 'Das ist keine E-Mail-Adresse.',
    sentTitle: 'Sieh in dein Postfach',
    sent: (email) =>
      `Wenn ${email} hier ein Konto hat, wurde ein Link dorthin geschickt. Er gilt ein Mal, eine Viertelstunde lang.`,
    as: (organization, name) => `Bei ${organization} als ${name} anmelden.`,
  },
  linked: {
    subject: (organization, provider) => `Anmelden bei ${organization} mit ${provider}`,
    hello: (name) => `Hallo ${name},`,
    text: (organization, provider) =>
      `dein Konto in ${organization} wurde zum ersten Mal mit ${provider} betreten. Von nun an kannst du dich so anmelden.`,
    warning: (organization) => `Wenn du das nicht warst, sag es einem Administrator von ${organization}.`,
  },
}
