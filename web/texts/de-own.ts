import type { enOwn } from './en-own.ts'
import type { Translated } from './translated.ts'

export const deOwn: Translated<typeof enOwn> = {
  look: 'Aussehen',
  looks: { 1: 'Wie das Gerät', 3: 'Hell', 2: 'Dunkel' },
  notChanged: 'Das konnte nicht geändert werden. Der Server ist nicht erreichbar.',
  settings: 'Einstellungen',
  keyboard: 'Tastatur',
  help: 'Hilfe',
  browsers: 'Wo du angemeldet bist',
  connect: 'Andere Apps verbinden',
  signOut: 'Abmelden',
  signOutOf: (browser) => `Von ${browser} abmelden`,
  signOutElsewhere: 'Überall sonst abmelden',
  signedOutElsewhere: 'Du bist jetzt nur noch hier angemeldet.',
  thisOne: 'dieser Browser',
  lastSeen: (when, address) => `Zuletzt benutzt ${when}, von ${address}`,
  someBrowser: 'Irgendein Browser',
  browserOn: (browser, system) => `${browser} auf ${system}`,
  loading: 'Wird geladen …',
}
