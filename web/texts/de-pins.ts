import { count } from './de.ts'
import type { enPins } from './en-pins.ts'
import type { Translated } from './translated.ts'

export const dePins: Translated<typeof enPins> = {
  pinned: (n) => count(n, 'angeheftete Nachricht', 'angeheftete Nachrichten'),
  pinnedMessages: 'Angeheftete Nachrichten',
  pinnedFor: { own: 'für dich', everyone: 'für alle' },
  pinTopic: 'Für mich anheften',
  unpinTopic: 'Für mich lösen',
  pinTopicForAll: 'Für alle anheften',
  unpinTopicForAll: 'Für alle lösen',
  isPinned: 'angeheftet',
}
