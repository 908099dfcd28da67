import type { Texts } from './en.ts'

export const de: Texts = {
  title: (organization) => `Anmelden bei ${organization}`,
  email: 'E-Mail-Adresse',
  username: 'Benutzername oder E-Mail-Adresse',
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
  linked: {
    subject: (organization, provider) => `Anmelden bei ${organization} mit ${provider}`,
    hello: (name) => `Hallo ${name},`,
    text: (organization, provider) =>
      `dein Konto in ${organization} wurde zum ersten Mal mit ${provider} betreten. Von nun an kannst du dich so anmelden.`,
    warning: (organization) => `Wenn du das nicht warst, sag es einem Administrator von ${organization}.`,
  },
}
