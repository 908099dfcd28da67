import { signal } from '@preact/signals'
import type { ResultOf } from '#contract'
import { type CatchUpConversation, getCatchUp } from '../../src/features/messages/messages/catch-up/api.ts'
import { type Conversation, conversationKey } from '../narrow/narrow.ts'
import { onRenewal } from '../store/connection.ts'
import { keptChoice } from '../store/kept-choice.ts'
import { directUnread, unreadTopics } from '../store/unread.ts'
import { api } from '../transport/api.ts'

type Missed = ResultOf<typeof getCatchUp.result>

/** What the server said of what one has missed; undefined before that. */
export const missed = signal<Missed | undefined>(undefined)
export const problem = signal<unknown>(undefined)
/** What is left for later: keys of conversations, each with the newest message of it that was unread then. */
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

/** Whether something of a conversation was left for later; what came after it was read is new. */
export const isLater = (key: string, unread: readonly number[]): boolean =>
  (left.value.get(key) ?? 0) >= (unread[0] ?? Number.POSITIVE_INFINITY)

const most = 40

/** What is asked while the client begins, for the page that is about to be shown. */
let ahead: Promise<void> | undefined

/** Asks at once, so that the answer is on its way while everything else is. */
export function fetchMissedAhead(): void {
  ahead = fetchMissed()
}

/** Asks what one has missed, unless that was just done for this page. */
export function showMissed(): Promise<void> {
  const asked = ahead ?? fetchMissed()
  ahead = undefined
  return asked
}

/** Asks what one has missed; with `all`, for more of each kind. */
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

/** Leaves a conversation for later, or takes that back; what was read since is forgotten. */
export function leaveForLater(key: string, wanted: boolean): void {
  const unread = unreadByKey()
  const next = new Map([...left.peek()].filter(([one]) => one !== key && isLater(one, unread.get(one) ?? [])))
  const newest = unread.get(key)?.at(-1)
  if (wanted && newest !== undefined) next.set(key, newest)
  keepLeft(next)
}

/** What is unread now, by conversation: looked up once for all rows. */
export function unreadByKey(): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, readonly number[]>()
  for (const [key, { ids }] of directUnread.value) found.set(key, ids)
  for (const [channelId, topics] of unreadTopics.value)
    for (const { topic, ids } of topics) found.set(conversationKey({ kind: 'topic', channelId, topic }), ids)
  return found
}

/** A direct conversation, or a topic. */
export const conversationOfMissed = ({ stream_id, topic, user_ids }: CatchUpConversation): Conversation =>
  stream_id === undefined
    ? { kind: 'direct', userIds: user_ids ?? [] }
    : { kind: 'topic', channelId: stream_id, topic: topic ?? '' }

export const keyOfMissed = (one: CatchUpConversation): string => conversationKey(conversationOfMissed(one))

/** The parts of the page, in their order. */
export const groups = ['mine', 'followed', 'participated', 'lively', 'later'] as const
export type Group = (typeof groups)[number]

export function groupOf(one: CatchUpConversation, waits: boolean): Group {
  if (waits) return 'later'
  return one.reason === 'direct' || one.reason === 'mentioned' ? 'mine' : one.reason
}
