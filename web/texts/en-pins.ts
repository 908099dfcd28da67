import { count } from './en.ts'

/** Texts of what is pinned. */
export const enPins = {
  pinned: (n: number) => count(n, 'pinned message', 'pinned messages'),
  pinnedMessages: 'Pinned messages',
  pinnedFor: { own: 'for you', everyone: 'for everybody' },
  pinTopic: 'Pin for me',
  unpinTopic: 'Unpin for me',
  pinTopicForAll: 'Pin for everybody',
  unpinTopicForAll: 'Unpin for everybody',
  isPinned: 'pinned',
}
