import { count } from './en.ts'

/** Texts of pinned messages and topics. */
export const enPins = {
  pinned: (n: number) => count(n, 'pinned message', 'pinned messages'),
  pinnedMessages: 'Pinned messages',
  pinnedFor: { own: 'for you', everyone: 'for everyone' },
  pinTopic: 'Pin for me',
  unpinTopic: 'Unpin for me',
  pinTopicForAll: 'Pin for everyone',
  unpinTopicForAll: 'Unpin for everyone',
  isPinned: 'pinned',
}
