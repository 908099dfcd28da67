import type { ChannelId, ConversationId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../channels/channels/cache.ts'
import { policiesAmong } from '../../channels/user-topics/actions.ts'
import { policies } from '../../channels/user-topics/api.ts'
import { mutedConversationsCache } from '../../messages/mutes/cache.ts'
import { personal } from '../../people/user-settings/access.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { choicesCache } from './choices-cache.ts'
import type { HeldMessage } from './held/held-message.ts'
import { heardOf, type Trigger } from './triggers.ts'

/** A message waiting to be sent as a notification, with its current place. */
interface Waiting {
  readonly user_id: UserId
  readonly conversation_id: ConversationId
  readonly topic: string
  /** Null in a channel. */
  readonly member_ids: readonly UserId[] | null
}

type Way = 'push' | 'email'

function settingOf(way: Way, trigger: Trigger) {
  if (trigger === `followed_topic_${way}_notify`) return `enable_followed_topic_${way}_notifications` as const
  return trigger === `stream_${way}_notify`
    ? (`enable_stream_${way}_notifications` as const)
    : (`enable_offline_${way}_notifications` as const)
}

const keyOf = (userId: UserId, channelId: ChannelId, topic: string) => `${userId} ${channelId} ${topic.toLowerCase()}`

/** Current notification settings of users, which may have changed since messages arrived. */
export class Wishes {
  readonly #mutation: Mutation
  readonly #policies: ReadonlyMap<string, number>

  private constructor(mutation: Mutation, known: ReadonlyMap<string, number>) {
    this.#mutation = mutation
    this.#policies = known
  }

  /** Loads settings for all rows in one statement. */
  static async load(mutation: Mutation, rows: readonly Waiting[]): Promise<Wishes> {
    const channels = mutation.get(channelsCache)
    const places = new Map<string, { user_id: UserId; channel_id: ChannelId; topic: string }>()
    for (const { user_id, conversation_id, topic } of rows) {
      const channel = channels.ofConversation(conversation_id)
      if (channel) places.set(keyOf(user_id, channel.id, topic), { user_id, channel_id: channel.id, topic })
    }
    const known = places.size === 0 ? [] : await policiesAmong(mutation.tx, [...places.values()])
    return new Wishes(
      mutation,
      new Map(known.map(({ user_id, channel_id, topic, policy }) => [keyOf(user_id, channel_id, topic), policy])),
    )
  }

  #of(row: Waiting) {
    const mutation = this.#mutation
    const account = mutation.get(peopleCache).byId.get(row.user_id)
    const channel = mutation.get(channelsCache).ofConversation(row.conversation_id)
    const choice = channel && mutation.get(choicesCache).of(channel.id, row.user_id)
    const topicPolicy = (channel && this.#policies.get(keyOf(row.user_id, channel.id, row.topic))) ?? policies.none
    return { account, choice, ...heardOf({ topicPolicy, channelMuted: choice?.isMuted ?? false }) }
  }

  #isMutedDirect({ user_id, member_ids }: Waiting): boolean {
    const people = (member_ids ?? []).map((id) => ({ id }))
    return this.#mutation.get(mutedConversationsCache).usersWhoMuted(people).has(user_id)
  }

  /** Whether the reason for a notification still holds. Direct mentions reach users in muted places, too. */
  stillHolds(row: Waiting, way: Way, trigger: Trigger): boolean {
    const { account, choice, followed, silenced } = this.#of(row)
    if (!account?.isActive) return false
    const chosen = trigger === `stream_${way}_notify` ? choice?.[way] : null
    if (!(chosen ?? personal(account as Account, settingOf(way, trigger)))) return false
    if (trigger === 'direct_message') return !this.#isMutedDirect(row)
    if (trigger === 'mentioned') return true
    return !silenced && (trigger !== `followed_topic_${way}_notify` || followed)
  }

  /** A held message with the remaining ways to send it; undefined if it isn't to be reported. */
  ofHeld(row: HeldMessage): HeldMessage | undefined {
    const of = (way: Way) => (row[way] !== null && this.stillHolds(row, way, row[way]) ? row[way] : null)
    const now = { ...row, push: of('push'), email: of('email') }
    if (this.#isStill(row, now)) return now
    return now.push === null && now.email === null ? undefined : { ...now, kind: 'channels' }
  }

  #isStill(row: HeldMessage, now: HeldMessage): boolean {
    const { account, followed, silenced } = this.#of(row)
    if (!account?.isActive) return false
    switch (row.kind) {
      case 'direct_messages':
        return !this.#isMutedDirect(row)
      case 'mentions': {
        const trigger = row.push ?? row.email
        return trigger === null || trigger === 'mentioned' || !silenced
      }
      case 'followed_topics':
        return followed
      case 'channels':
        return !silenced && (now.push !== null || now.email !== null)
    }
  }
}
