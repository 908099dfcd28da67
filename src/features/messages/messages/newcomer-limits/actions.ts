import { dayMs, foldedTopic, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Channel } from '../../../channels/channels/channel.ts'
import { heldTopics } from '../held-messages/store.ts'
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

interface Count {
  readonly userId: UserId
  readonly rule: keyof typeof refusals
  readonly since: Date
}

/** What a new member's message counts as; throws if there were too many. Deleting it later doesn't lower the count. */
export async function countsOfSending(mutation: Mutation, { sender, recipient, topic }: Sending): Promise<Count[]> {
  const senderId = sender.id
  const limits = limitsOn(mutation.org, senderId)
  if (!limits || !isLimitedPlace(recipient, senderId)) return []
  const messages = limits.newcomer_messages_per_minute
  const topics = limits.newcomer_topics_per_day
  const conversations = limits.newcomer_direct_conversations_per_day
  const counts: Count[] = []
  if (recipient.kind === 'channel') {
    if (topics !== null && (await isNewTopic(mutation, senderId, recipient.channel, topic)))
      counts.push(await counted(mutation, senderId, 'topics', topics, dayMs))
  } else if (conversations !== null && isWithPeople(recipient, senderId)) {
    const ids = recipient.people.map(({ id }) => id)
    if ((await findDirect(mutation.tx, mutation.org.id, ids)) === undefined)
      counts.push(await counted(mutation, senderId, 'direct_conversations', conversations, dayMs))
  }
  if (messages !== null) counts.push(await counted(mutation, senderId, 'messages', messages, minuteMs))
  return counts
}

/** Moving messages to a topic that has none counts too. */
export async function countsOfNewTopic(mutation: Mutation, userId: UserId): Promise<Count[]> {
  const limit = limitsOn(mutation.org, userId)?.newcomer_topics_per_day ?? null
  return limit === null ? [] : [await counted(mutation, userId, 'topics', limit, dayMs)]
}

/** Call it after all checks: a refusal after a write rolls back the whole commit, which others may share. */
export async function writeCounts({ tx, org, now }: Mutation, counts: readonly Count[]): Promise<void> {
  for (const { userId, rule, since } of counts)
    await store.insert(tx, { org_id: org.id, user_id: userId, kind: rule, acted_at: now }, since)
}

/** A topic was counted already when its first message was held. */
async function isNewTopic({ tx }: Mutation, senderId: UserId, channel: Channel, topic: string): Promise<boolean> {
  if (await topicExists(tx, channel.conversationId, topic)) return false
  const held = await heldTopics(tx, senderId, channel.id)
  return !held.some((one) => foldedTopic(one) === foldedTopic(topic))
}

const isWithPeople = (recipient: Recipient & { readonly kind: 'direct' }, senderId: UserId): boolean =>
  recipient.people.some(({ id, botType }) => id !== senderId && botType === null)

const refusals = {
  messages: [errors.tooManyMessages, errors.tooManyMessages],
  topics: [errors.noTopicsYet, errors.tooManyTopics],
  direct_conversations: [errors.noConversationsYet, errors.tooManyConversations],
} as const

async function counted(
  { tx, now }: Mutation,
  userId: UserId,
  rule: keyof typeof refusals,
  limit: number,
  periodMs: number,
): Promise<Count> {
  const since = new Date(now.getTime() - periodMs)
  const [none, tooMany] = refusals[rule]
  if (limit === 0) throw none({ rule, limit })
  if ((await store.countSince(tx, { user_id: userId, kind: rule }, since)) >= limit)
    throw tooMany({ rule, limit }, { limit })
  return { userId, rule, since }
}

/** Deletes the counts of people who became full members. */
export async function forgetCounts({ tx }: Mutation, userIds: readonly UserId[], isFull: boolean): Promise<void> {
  if (isFull) await store.forget(tx, userIds)
}
