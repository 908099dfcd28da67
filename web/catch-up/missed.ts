import { signal } from '@preact/signals'
import type { ResultOf } from '#contract'
import { type CatchUpConversation, getCatchUp } from '../../src/areas/messages/catch-up/api.ts'
import { type Conversation, conversationKey } from '../narrow/narrow.ts'
import { onRenewal } from '../store/connection.ts'
import { api } from '../transport/api.ts'

type Missed = ResultOf<typeof getCatchUp.result>

/** What the server said of what one has missed; undefined before that. */
export const missed = signal<Missed | undefined>(undefined)
export const problem = signal<unknown>(undefined)
/** Keys of conversations that are left for later. */
export const later = signal<ReadonlySet<string>>(new Set())

const most = 40

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

export function leaveForLater(key: string, isLater: boolean): void {
  const next = new Set(later.peek())
  if (isLater) next.add(key)
  else next.delete(key)
  later.value = next
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

export function groupOf(one: CatchUpConversation, isLater: boolean): Group {
  if (isLater) return 'later'
  return one.reason === 'direct' || one.reason === 'mentioned' ? 'mine' : one.reason
}
