import type { enOwnSettings } from './en-own-settings.ts'
import type { Translated } from './translated.ts'

export const deOwnSettings: Translated<typeof enOwnSettings> = {
  titles: {
    profile: 'Profil',
    account: 'Konto und Privatsphäre',
    preferences: 'Vorlieben',
    notifications: 'Benachrichtigungen',
    topics: 'Themen',
    alertWords: 'Signalwörter',
    mutedUsers: 'Stummgeschaltete Personen',
    uploads: 'Hochgeladene Dateien',
    bots: 'Deine Bots',
    sessions: 'Browser und Telefone',
    secondFactor: 'Passkeys und Codes',
    accessTokens: 'Zugriffstoken',
    agents: 'Agenten',
    keyboard: 'Tastatur',
  },
  groups: {
    look: 'Aussehen',
    language: 'Sprache und Zeit',
    writing: 'Schreiben',
    reading: 'Lesen',
    sidebars: 'Seitenleisten und Posteingang',
    screen: 'Auf dem Bildschirm',
    phone: 'Auf deinem Telefon',
    email: 'Per E-Mail',
    otherEmails: 'Andere E-Mails',
    topics: 'Von selbst',
    privacy: 'Privatsphäre',
  },
  noSound: 'Kein Ton',
}
