import type { Conversation } from '../narrow/narrow.ts'
import { canLock } from '../permissions/own-locks.ts'
import { topicLock } from '../store/topic-locks.ts'
import { p } from '../texts/places.ts'

export type Topic = Extract<Conversation, { kind: 'topic' }>

interface LockItem {
  readonly key: string
  readonly label: string
  run(): void
}

/** Loaded on first use. */
const load = () => import('./lock-topic.tsx')

/** What the user can do about the topic's lock, for menus and the palette. */
export function lockItems(topic: Topic): readonly LockItem[] {
  if (!canLock(topic.channelId)) return []
  const isLocked = topicLock(topic.channelId, topic.topic) !== undefined
  const open = () => void load().then(({ openLock }) => openLock(topic))
  if (!isLocked) return [{ key: 'lock', label: p.lockTopic, run: open }]
  return [
    { key: 'lock', label: p.changeLock, run: open },
    { key: 'unlock', label: p.unlockTopic, run: () => void load().then(({ unlock }) => unlock(topic)) },
  ]
}
