import type { Texts } from './en.ts'

export const de: Texts = {
  mail: {
    subject: (organization) => `Das Anmelden bei ${organization} hat sich geändert`,
    hello: (name) => `Hallo ${name},`,
    on: (organization) =>
      `um dich mit deinem Passwort bei ${organization} anzumelden, brauchst du von nun an auch einen Einmalcode deiner App. Bewahre die Wiederherstellungscodes an einem sicheren Ort auf.`,
    off: (organization) =>
      `der zweite Faktor deines Kontos in ${organization} wurde ausgeschaltet. Zum Anmelden genügt wieder dein Passwort.`,
    removed: (organization) =>
      `ein Administrator hat den zweiten Faktor deines Kontos in ${organization} entfernt. Zum Anmelden genügt dein Passwort, bis du in deinen Einstellungen einen neuen einrichtest.`,
    renewed: (organization) =>
      `für dein Konto in ${organization} gibt es neue Wiederherstellungscodes. Die früheren gelten nicht mehr.`,
    used: (organization, left) =>
      `ein Wiederherstellungscode deines Kontos in ${organization} wurde benutzt. Übrige Codes: ${left}.`,
    ifNot: (organization) =>
      `Wenn du das nicht warst, ändere sofort dein Passwort und sag es einem Administrator von ${organization}.`,
  },
}
