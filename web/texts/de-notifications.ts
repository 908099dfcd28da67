import type { NotificationTexts } from './en-notifications.ts'
import type { Translated } from './translated.ts'

const names = new Intl.ListFormat('de')
const number = new Intl.NumberFormat('de')

export const deNotifications: Translated<NotificationTexts> = {
  place: (channel, topic) => `#${channel} › ${topic || 'allgemeiner Chat'}`,
  names: (senders) => (senders.length > 3 ? `${senders.slice(0, 2).join(', ')} und andere` : names.format(senders)),
  inGroup: (senders) => `${senders}, in einer Gruppe`,
  said: (sender, text) => `${sender}: ${text}`,
  newMessages: (count) => `${number.format(count)} neue Nachrichten`,
  withoutText: 'Neue Nachricht',
  reply: 'Antworten',
  replyHere: 'Eine Antwort schreiben',
  markRead: 'Als gelesen markieren',
  testTitle: 'Loquat',
  test: 'Benachrichtigungen kommen hier an.',
  notSent: (place) => `Deine Antwort wurde nicht gesendet: ${place}`,
  signedOut: 'Du bist hier abgemeldet.',
  unreachable: 'Der Server ist nicht zu erreichen.',
  tryAgain: 'Noch einmal versuchen',
}
