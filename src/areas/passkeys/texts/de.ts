import type { Texts } from './en.ts'

export const de: Texts = {
  mail: {
    subject: (organization) => `Das Anmelden bei ${organization} hat sich geändert`,
    hello: (name) => `Hallo ${name},`,
    added: (organization, passkey) =>
      `der Passkey „${passkey}“ wurde deinem Konto in ${organization} hinzugefügt. Von nun an kannst du dich damit anmelden.`,
    removed: (organization, passkey) =>
      `der Passkey „${passkey}“ deines Kontos in ${organization} wurde entfernt. Niemand meldet sich mehr damit an.`,
    ifNot: (organization) =>
      `Wenn du das nicht warst, entferne in deinen Einstellungen, was du nicht kennst, ändere dein Passwort und sag es einem Administrator von ${organization}.`,
  },
}
