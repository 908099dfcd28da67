import { dayMs, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Recipient } from '../recipient.ts'
import { findDirect } from '../store/conversations.ts'
import { topicExists } from '../store/messages.ts'
import { isLimitedPlace, limitsOn } from './access.ts'
import * as errors from './errors.ts'
import * as store from './store.ts'

const minuteMs = 60_000

interface Sending {
  readonly sender: { readonly id: UserId }
  readonly recipient: Recipient
  readonly topic: string
}

/** Counts a new member's message before it's written; throws if there were too many. Deleting it doesn't give it back. */
export async function countSending(mutation: Mutation, { sender, recipient, topic }: Sending): Promise<void> {
  const senderId = sender.id
  const limits = limitsOn(mutation.org, senderId)
  if (!limits || !isLimitedPlace(recipient, senderId)) return
  const messages = limits.newcomer_messages_per_minute
  const topics = limits.newcomer_topics_per_day
  const conversations = limits.newcomer_direct_conversations_per_day
  if (recipient.kind === 'channel') {
    if (topics !== null && !(await topicExists(mutation.tx, recipient.channel.conversationId, topic)))
      await countNewTopic(mutation, senderId)
  } else if (conversations !== null && isWithPeople(recipient, senderId)) {
    const ids = recipient.people.map(({ id }) => id)
    if ((await findDirect(mutation.tx, mutation.org.id, ids)) === undefined)
      await count(mutation, senderId, 'direct_conversations', conversations, dayMs)
  }
  if (messages !== null) await count(mutation, senderId, 'messages', messages, minuteMs)
}

/** Also for moving messages to a topic that has none. */
export async function countNewTopic(mutation: Mutation, userId: UserId): Promise<void> {
  const limit = limitsOn(mutation.org, userId)?.newcomer_topics_per_day ?? null
  if (limit !== null) await count(mutation, userId, 'topics', limit, dayMs)
}

const isWithPeople = (recipient: Recipient & { readonly kind: 'direct' }, senderId: UserId): boolean =>
  recipient.people.some(({ id, botType }) => id !== senderId && botType === null)

const refusals = {
  messages: [errors.tooManyMessages, errors.tooManyMessages],
  topics: [errors.noTopicsYet, errors.tooManyTopics],
  direct_conversations: [errors.noConversationsYet, errors.tooManyConversations],
} as const

async function count(
  { tx, org, now }: Mutation,
  user_id: UserId,
  rule: keyof typeof refusals,
  limit: number,
  periodMs: number,
): Promise<void> {
  const since = new Date(now.getTime() - periodMs)
  const [none, tooMany] = refusals[rule]
  if (limit === 0) throw none({ rule, limit })
  if ((await store.countSince(tx, { user_id, kind: rule }, since)) >= limit) throw tooMany({ rule, limit }, { limit })
  await store.insert(tx, { org_id: org.id, user_id, kind: rule, acted_at: now }, since)
}

/** What full members did doesn't count anymore. */
export async function forgetCounts({ tx }: Mutation, userIds: readonly UserId[], isFull: boolean): Promise<void> {
  if (isFull) await store.forget(tx, userIds)
}
