import { signal } from '@preact/signals'
import type { ResultOf } from '#contract'
import { type CatchUpConversation, getCatchUp } from '../../src/features/messages/messages/catch-up/api.ts'
import { type Conversation, conversationKey } from '../narrow/narrow.ts'
import { onRenewal } from '../store/connection.ts'
import { keptChoice } from '../store/kept-choice.ts'
import { directUnread, unreadTopics } from '../store/unread.ts'
import { api } from '../transport/api.ts'

type Missed = ResultOf<typeof getCatchUp.result>

export const missed = signal<Missed | undefined>(undefined)
export const problem = signal<unknown>(undefined)
/** Conversations left for later: keys, each with its newest unread message at that time. */
const [left, keepLeft] = keptChoice<ReadonlyMap<string, number>>('left for later', leftIn, (kept) =>
  JSON.stringify([...kept]),
)

function leftIn(text: string | null): ReadonlyMap<string, number> {
  const all: unknown = JSON.parse(text ?? '[]')
  return new Map(
    (Array.isArray(all) ? all : []).flatMap((one: unknown) => {
      const [key, id] = Array.isArray(one) ? (one as unknown[]) : []
      return typeof key === 'string' && typeof id === 'number' ? [[key, id] as const] : []
    }),
  )
}

/** True while messages that were left for later are still unread. */
export const isLater = (key: string, unread: readonly number[]): boolean =>
  (left.value.get(key) ?? 0) >= (unread[0] ?? Number.POSITIVE_INFINITY)

const most = 40

let ahead: Promise<void> | undefined

export function fetchMissedAhead(): void {
  ahead = fetchMissed()
}

/** Loads the catch-up, unless it was just requested for this view. */
export function showMissed(): Promise<void> {
  const asked = ahead ?? fetchMissed()
  ahead = undefined
  return asked
}

export async function fetchMissed({ all = false } = {}): Promise<void> {
  try {
    missed.value = await api.call(getCatchUp, all ? { limit: most } : {})
    problem.value = undefined
  } catch (refusal) {
    problem.value = refusal
  }
}

onRenewal(() => {
  if (missed.peek()) void fetchMissed()
})

/** Leaves a conversation for later, or undoes that; forgets those that were read since. */
export function leaveForLater(key: string, wanted: boolean): void {
  const unread = unreadByKey()
  const next = new Map([...left.peek()].filter(([one]) => one !== key && isLater(one, unread.get(one) ?? [])))
  const newest = unread.get(key)?.at(-1)
  if (wanted && newest !== undefined) next.set(key, newest)
  keepLeft(next)
}

/** Unread messages by conversation, computed once for all rows. */
export function unreadByKey(): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, readonly number[]>()
  for (const [key, { ids }] of directUnread.value) found.set(key, ids)
  for (const [channelId, topics] of unreadTopics.value)
    for (const { topic, ids } of topics) found.set(conversationKey({ kind: 'topic', channelId, topic }), ids)
  return found
}

export const conversationOfMissed = ({ stream_id, topic, user_ids }: CatchUpConversation): Conversation =>
  stream_id === undefined
    ? { kind: 'direct', userIds: user_ids ?? [] }
    : { kind: 'topic', channelId: stream_id, topic: topic ?? '' }

export const keyOfMissed = (one: CatchUpConversation): string => conversationKey(conversationOfMissed(one))

export const groups = ['mine', 'followed', 'participated', 'lively', 'later'] as const
export type Group = (typeof groups)[number]

export function groupOf(one: CatchUpConversation, waits: boolean): Group {
  if (waits) return 'later'
  return one.reason === 'direct' || one.reason === 'mentioned' ? 'mine' : one.reason
}
