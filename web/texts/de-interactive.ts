import { count } from './de.ts'
import type { enInteractive } from './en-interactive.ts'
import type { Translated } from './translated.ts'

export const deInteractive: Translated<typeof enInteractive> = {
  form: 'Deine Antwort',
  ownAnswer: 'Du hast geantwortet:',
  choose: 'Auswählen …',
  send: 'Senden',
  notAsked: 'Gefragt sind andere.',
  closed: 'Hier kann man nicht mehr antworten.',
  answers: (n) => count(n, 'Antwort', 'Antworten'),
  seenByAll: 'Wer diese Nachricht lesen kann, sieht auch die Antworten.',
}
