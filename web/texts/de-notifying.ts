import type { NotifyingTexts } from './en-notifying.ts'
import type { Translated } from './translated.ts'

export const deNotifying: Translated<NotifyingTexts> = {
  offer: 'Dieser Browser kann dir Nachrichten melden, während du etwas anderes ansiehst.',
  turnOn: 'Benachrichtigungen einschalten',
  notHere: 'Hier nicht',
  title: 'Dieser Browser',
  label: 'In diesem Browser benachrichtigen',
  states: {
    off: 'Er meldet dir nichts. Die Tabelle unten sagt, was er melden würde.',
    on: 'Er meldet dir Nachrichten, wie die Tabelle unten es sagt, solange eine Seite von Loquat offen ist.',
    pushed:
      'Er meldet dir Nachrichten, wie die Tabelle unten es sagt; solange keine Seite von Loquat offen ist, das, was auf dein Telefon käme.',
    blocked:
      'Der Browser lässt keine Benachrichtigungen dieser Seite zu. Erlaube sie in seinen Einstellungen für diese Seite, neben der Adresse, und komm zurück.',
    insecure: 'Browser melden nur etwas von sicheren Adressen (https). Frage, wer diesen Server betreibt.',
    install:
      'Auf diesem Gerät kommen Benachrichtigungen zur installierten App: „Teilen“, dann „Zum Home-Bildschirm“, und sie dort öffnen.',
    unsupported: 'Dieser Browser kennt keine Benachrichtigungen.',
  },
  noPush:
    'Solange keine Seite von Loquat offen ist, kann nichts kommen: Der Browser hat keinen Push-Dienst oder erreicht ihn nicht.',
  turnOff: 'Ausschalten',
  tryNotification: 'Sehen, wie eine Benachrichtigung hier aussieht',
  showTest: 'Eine zeigen',
  trySound: 'Den Ton hören, den du gewählt hast',
  playSound: 'Abspielen',
  openSound: 'Ein Browser klingelt in einer Seite, in der du seit dem Öffnen etwas gedrückt hast.',
}
