import { type ChannelId, type GroupId, seconds, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { subscribersCache } from '../../../channels/channels/subscribers-cache.ts'
import { policies } from '../../../channels/user-topics/api.ts'
import type { Sent } from '../../../messages/messages/actions/send.ts'
import { mutedConversationsCache } from '../../../messages/mutes/cache.ts'
import { mutedUsersCache } from '../../../messages/mutes/users/cache.ts'
import { settingsOf } from '../../../people/organization/cache.ts'
import { presenceCache } from '../../../people/presence/actions.ts'
import { offlineAfterSecs } from '../../../people/presence/serialize.ts'
import { quietTimesCache } from '../../../people/quiet-times/cache.ts'
import { personal } from '../../../people/user-settings/access.ts'
import type { UserSettingName } from '../../../people/user-settings/settings.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { choicesCache, listenersCache } from '../choices-cache.ts'
import type { Held, MissedMessage, Missing } from '../hooks.ts'
import { type PoliciesOfTopic, policiesIn } from '../topic-policies-cache.ts'
import { digestKindOf, type Facts, waysOf } from '../triggers.ts'

export type Marks = Sent['flags'][number]

export interface Calls {
  readonly marks: readonly Marks[]
  readonly channelWildcard: boolean
  /** Only mentioned users, without those who are notified of every message. */
  readonly onlyCalled?: boolean
  /** For notices: other subscribers get them as read. */
  readonly unreadOnlyFor?: ReadonlySet<UserId> | undefined
}

/** What decides about notifications of a message, besides its mentions. */
export interface NotifyingMessage extends Pick<MissedMessage, 'sender' | 'recipient' | 'topic'> {
  readonly rendered: { readonly mentionedGroupIds: ReadonlySet<GroupId> }
}

const none: PoliciesOfTopic = new Map()

export interface ToNotify {
  readonly missing: readonly Missing[]
  readonly held: readonly Held[]
}

const noOneToNotify: ToNotify = { missing: [], held: [] }

/** Works from memory, with at most one query; the time depends on the people who want notifications. */
export async function peopleToNotify(mutation: Mutation, message: NotifyingMessage, calls: Calls): Promise<ToNotify> {
  const { recipient, topic } = message
  if (isGreeting(message)) return noOneToNotify
  const channelId = recipient.kind === 'channel' ? recipient.channel.id : null
  const topicPolicies = channelId === null ? none : await policiesIn(mutation, channelId, topic)
  const marks = new Map(calls.marks.filter(mentionsSomeone).map((row) => [row.user_id, row]))
  const candidates =
    recipient.kind === 'direct'
      ? recipient.people.map(({ id }) => id)
      : channelCandidates(mutation, recipient.channel.id, topicPolicies, marks, calls)
  const [missing, held]: [Missing[], Held[]] = [[], []]
  let explain: ((userId: UserId) => Missing | Held | undefined) | undefined
  for (const userId of candidates) {
    explain ??= explainOf(mutation, message, calls, marks, topicPolicies)
    const one = explain(userId)
    if (one && 'quietUntil' in one) held.push(one)
    else if (one) missing.push(one)
  }
  return { missing, held }
}

/** A new user's welcome messages send no notifications. */
const isGreeting = ({ sender }: NotifyingMessage): boolean =>
  sender.isSystemBot && sender.deliveryEmail.startsWith('welcome-bot@')

export const mentionsSomeone = (row: Marks): boolean =>
  row.mentioned || row.group_mentioned || row.topic_wildcard_mentioned

const noUsers: ReadonlySet<UserId> = new Set()

function channelCandidates(
  mutation: Mutation,
  channelId: ChannelId,
  topicPolicies: PoliciesOfTopic,
  marks: ReadonlyMap<UserId, Marks>,
  { channelWildcard, onlyCalled }: Calls,
): ReadonlySet<UserId> {
  const subscribers = mutation.get(subscribersCache).of(channelId)
  if (channelWildcard) return subscribers
  let found: Set<UserId> | undefined
  const add = (userId: UserId) => {
    if (!subscribers.has(userId)) return
    found ??= new Set()
    found.add(userId)
  }
  for (const userId of marks.keys()) add(userId)
  if (onlyCalled) return found ?? noUsers
  for (const [userId, policy] of topicPolicies) if (policy === policies.followed) add(userId)
  for (const userId of mutation.get(choicesCache).loudIn(channelId)) add(userId)
  const listeners = mutation.get(listenersCache).of(mutation.org)
  if (listeners.size < subscribers.size) for (const userId of listeners) add(userId)
  else for (const userId of subscribers) if (listeners.has(userId)) add(userId)
  return found ?? noUsers
}

function explainOf(
  mutation: Mutation,
  message: NotifyingMessage,
  calls: Calls,
  marks: ReadonlyMap<UserId, Marks>,
  topicPolicies: PoliciesOfTopic,
) {
  const { sender, recipient, rendered } = message
  const { byId } = mutation.get(peopleCache)
  const muting = mutation.get(mutedUsersCache).usersWhoMuted(sender.id)
  const choices = mutation.get(choicesCache)
  const isPresent = presenceOf(mutation)
  const quietTimes = mutation.get(quietTimesCache)
  const channelId = recipient.kind === 'channel' ? recipient.channel.id : null
  const mutedBy =
    recipient.kind === 'direct' ? mutation.get(mutedConversationsCache).usersWhoMuted(recipient.people) : noUsers
  return (userId: UserId): Missing | Held | undefined => {
    if (userId === sender.id || muting.has(userId)) return undefined
    if (calls.unreadOnlyFor && !calls.unreadOnlyFor.has(userId)) return undefined
    const account = byId.get(userId)
    if (!account?.isActive || account.botType !== null || account.isSystemBot) return undefined
    const mark = marks.get(userId)
    const choice = channelId === null ? undefined : choices.of(channelId, userId)
    const facts: Facts = {
      isDirect: channelId === null,
      conversationMuted: mutedBy.has(userId),
      isMentioned: mark !== undefined && (mark.mentioned || mark.group_mentioned),
      byTopicWildcard: mark?.topic_wildcard_mentioned ?? false,
      byChannelWildcard: calls.channelWildcard,
      topicPolicy: topicPolicies.get(userId) ?? policies.none,
      channelMuted: choice?.isMuted ?? false,
      pushChoice: choice?.push ?? null,
      emailChoice: choice?.email ?? null,
      wildcardChoice: choice?.wildcard ?? null,
      isPresent: isPresent(userId),
      onlyCalled: calls.onlyCalled ?? false,
    }
    const setting = <N extends UserSettingName>(name: N) => personal(account, name)
    const ways = waysOf(facts, setting)
    const quietUntil = quietTimes.until(account, mutation.now)
    const kind = quietUntil && digestKindOf(facts, setting, ways)
    if (quietUntil ? !kind : ways.push === null && ways.email === null) return undefined
    const throughGroup = mark?.group_mentioned === true && !mark.mentioned
    const mentionedGroupId = throughGroup ? groupOf(mutation, account, rendered.mentionedGroupIds) : null
    const missing = { userId, ...ways, mentionedGroupId }
    return quietUntil && kind ? { ...missing, quietUntil, kind } : missing
  }
}

/** Whether a user is active now; people who hide their presence never count as active. */
function presenceOf(mutation: Mutation): (userId: UserId) => boolean {
  if (settingsOf(mutation).presence_disabled) return () => false
  const book = mutation.get(presenceCache)
  const since = seconds(mutation.now) - offlineAfterSecs
  return (userId) => (book.get(userId)?.active ?? 0) > since
}

/** The first mentioned group that a user is in, directly or through subgroups. */
function groupOf(mutation: Mutation, { id }: Account, groupIds: ReadonlySet<GroupId>): GroupId | null {
  const viewer = mutation.org.viewer(id)
  return [...groupIds].sort((a, b) => a - b).find((group) => viewer?.groupIds.has(group)) ?? null
}
