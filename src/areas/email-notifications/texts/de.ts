import { listIn, pluralIn } from '#platform/languages'
import type { Texts } from './en.ts'

const count = pluralIn('de')
const list = listIn('de')

const messages = (total: number) => count(total, { one: '# Nachricht', other: '# Nachrichten' })

export const de: Texts = {
  somebody: 'Jemand',
  listed: (names, others) => list(others > 0 ? [...names, `${others} weiteren`] : names),
  direct: (people) => `Direktnachrichten mit ${people}`,
  inPlace: (senders, place) => `${senders} in ${place}`,
  via: (sender, organization) => `${sender} über ${organization}`,
  newMessages: (total) => count(total, { one: 'Neue Nachricht', other: 'Neue Nachrichten' }),
  thereAre: (total, organization) =>
    `${count(total, { one: 'Es gibt eine neue Nachricht', other: 'Es gibt # neue Nachrichten' })} für dich in ${organization}.`,
  more: (total) => `Und ${total} weitere.`,
  readsNoMail: 'Diese Adresse liest keine Mails: Antworte dort, wo die Nachrichten sind.',
  readsAnswers: 'Antworte auf diese Mail, und deine Antwort steht dort unter deinem Namen.',
  openIn: (organization) => `In ${organization} öffnen`,
  noMore: 'Keine Mails über Nachrichten mehr',
  hiddenPart: 'Dieser Teil ist verborgen, bis du die Nachricht öffnest.',
  reasons: {
    group: (name) => `Du bekommst diese Mail, weil @${name} erwähnt wurde.`,
    mentioned: 'Du bekommst diese Mail, weil du erwähnt wurdest.',
    direct: 'Du bekommst diese Mail, weil dir jemand geschrieben hat.',
    topicWildcard: 'Du bekommst diese Mail, weil alle im Thema erwähnt wurden.',
    channelWildcard: 'Du bekommst diese Mail, weil alle im Kanal erwähnt wurden.',
    followed: 'Du bekommst diese Mail, weil du dem Thema folgst.',
    channel: 'Du bekommst diese Mail, weil du für den Kanal Mails gewählt hast.',
    hiddenByChoice: 'Was darin steht, sagt diese Mail nicht: So hast du es gewählt.',
    hiddenByRule: (organization) =>
      `Was darin steht, sagt diese Mail nicht, weil ${organization} Nachrichten aus Mails heraushält.`,
    quiet: 'Du bekommst diese Mail, weil Benachrichtigungen angehalten waren oder du Ruhezeit hattest.',
  },
  quiet: {
    intro: (total, conversations) =>
      `Während Ruhe war, gab es ${total} Nachrichten für dich in ${conversations} Unterhaltungen.`,
    title: (total) => `Während Ruhe war: ${total} Nachrichten`,
    line: (place, total, senders) => `${place}: ${messages(total)} von ${senders}`,
  },
  signIn: {
    subject: (organization) => `Neue Anmeldung bei ${organization}`,
    hello: (name) => `Hallo ${name},`,
    text: (organization) => `eben hat sich jemand mit deinem Konto in ${organization} angemeldet:`,
    when: (time) => `Wann: ${time}`,
    from: (address) => `Von: ${address}`,
    with: (program) => `Mit: ${program}`,
    as: (email) => `Als: ${email}`,
    unknownProgram: 'einem Programm, das seinen Namen nicht nennt',
    ifYou: 'Wenn du das warst, ist alles in Ordnung.',
    ifNot:
      'Wenn nicht, wähle ein anderes Passwort und lass einen neuen API-Schlüssel machen: Die alten öffnen von da an nichts mehr.',
    ending: 'In deinen Einstellungen für Benachrichtigungen kannst du diese Mails abstellen.',
  },
  kinds: {
    messages: {
      title: 'Mails über Nachrichten',
      sends: (organization) =>
        `${organization} schickt dir Mails über Nachrichten, die du verpasst hast. In deinen Einstellungen kannst du sie wieder anstellen.`,
      stopped: (organization) => `${organization} schickt dir keine Mails über Nachrichten mehr.`,
    },
    digest: {
      title: 'Zusammenfassungen per Mail',
      sends: (organization) =>
        `${organization} schickt dir Mails mit dem, was du verpasst hast, während du nicht da warst. In deinen Einstellungen kannst du sie wieder anstellen.`,
      stopped: (organization) => `${organization} schickt dir keine Zusammenfassungen mehr.`,
    },
    'sign-in': {
      title: 'Mails über Anmeldungen',
      sends: (organization) =>
        `${organization} schickt dir eine Mail, wenn sich jemand an deinem Konto anmeldet. In deinen Einstellungen kannst du sie wieder anstellen.`,
      stopped: (organization) => `${organization} schickt dir keine Mails über Anmeldungen mehr.`,
    },
  },
  noMoreSignIns: 'Keine Mails über Anmeldungen mehr',
  pages: {
    wrongLink: 'Dieser Link geht nicht',
    notOurs: 'Er ist nicht vollständig oder nicht von hier. Auch in deinen Einstellungen kannst du Mails abstellen.',
    stop: 'Keine mehr schicken',
    done: 'Erledigt',
  },
}
