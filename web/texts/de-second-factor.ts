import { count } from './de.ts'
import type { enSecondFactor } from './en-second-factor.ts'
import type { Translated } from './translated.ts'

export const deSecondFactor: Translated<typeof enSecondFactor> = {
  lead: 'Ein Passwort kann erraten oder gestohlen werden. Mit etwas, das nur du hast, genügt es nicht, um in dein Konto zu kommen.',
  codes: 'Einmalcodes',
  isOff: 'Einmalcodes sind ausgeschaltet.',
  isOnSince: (day, left) =>
    `Einmalcodes sind seit ${day} eingeschaltet. Übrig: ${count(left, 'Wiederherstellungscode', 'Wiederherstellungscodes')}.`,
  isRequired: 'Deine Organisation verlangt sie.',
  setUp: 'Einmalcodes einrichten',
  setUpMore:
    'Du brauchst eine App für Einmalcodes auf Telefon oder Computer. Sie zeigt jede halbe Minute einen neuen Code, den du neben deinem Passwort eingibst.',
  setUpAnew: 'Die neue App tritt an die Stelle der bisherigen. Auch die Wiederherstellungscodes sind neu.',
  otherApp: 'Eine andere App nehmen',
  turnOn: 'Einschalten',
  turnOff: 'Einmalcodes ausschalten',
  turnOffMore: 'Zum Anmelden genügt wieder dein Passwort. Die Wiederherstellungscodes gelten nicht mehr.',
  renew: 'Neue Wiederherstellungscodes',
  renewMore: 'Es gibt zehn neue. Die früheren gelten nicht mehr.',
  goOn: 'Weiter',
  scan: 'Lies dieses Bild mit der App.',
  picture: 'QR-Code für die App',
  orType: 'Oder tippe dies ein:',
  openApp: 'Die App auf diesem Gerät öffnen',
  firstCode: 'Der Code, den die App dann zeigt',
  code: 'Einmalcode',
  orRecovery: 'Aus deiner App, oder ein Wiederherstellungscode.',
  password: 'Dein Passwort',
  orSignIn: 'Oder melde dich ab und neu an: Zehn Minuten danach wirst du nicht gefragt.',
  recoveryTitle: 'Deine Wiederherstellungscodes',
  recoveryMore:
    'Bewahre sie sicher auf: Mit jedem meldest du dich ein Mal an, wenn du die App nicht hast. Sie werden nur hier gezeigt.',
  copy: 'Kopieren',
  download: 'Als Datei speichern',
  done: 'Fertig',
}
