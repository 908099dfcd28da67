import { type ChannelId, type GroupId, seconds, type UserId } from '#contract'
import type { Act } from '#platform/organization'
import { subscribersMirror } from '../../channels/subscribers-mirror.ts'
import type { Sent } from '../../messages/actions/send.ts'
import { mutedUsersMirror } from '../../muted-users/mirror.ts'
import { mutedConversationsMirror } from '../../mutes/mirror.ts'
import { settingsOf } from '../../organization/mirror.ts'
import { presenceMirror } from '../../presence/actions.ts'
import { offlineAfterSecs } from '../../presence/present.ts'
import { quietTimesMirror } from '../../quiet-times/mirror.ts'
import type { UserSettingName } from '../../user-settings/settings.ts'
import { personal } from '../../user-settings/user-setting.ts'
import { policies } from '../../user-topics/api.ts'
import type { Account } from '../../users/account.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { choicesMirror, listenersMirror } from '../choices-mirror.ts'
import type { Held, MissedMessage, Missing } from '../hooks.ts'
import { type PoliciesOfTopic, policiesIn } from '../topic-policies-mirror.ts'
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

const none: PoliciesOfTopic = new Map()

export interface ToNotify {
  readonly missing: readonly Missing[]
  readonly held: readonly Held[]
}

const nobodyToNotify: ToNotify = { missing: [], held: [] }

/** Works from memory, with at most one query; the time depends on the people who want notifications. */
export async function peopleToNotify(act: Act, message: MissedMessage, calls: Calls): Promise<ToNotify> {
  const { recipient, topic } = message
  if (isGreeting(message)) return nobodyToNotify
  const channelId = recipient.kind === 'channel' ? recipient.channel.id : null
  const topicPolicies = channelId === null ? none : await policiesIn(act, channelId, topic)
  const marks = new Map(calls.marks.filter(callsSomebody).map((row) => [row.user_id, row]))
  const candidates =
    recipient.kind === 'direct'
      ? recipient.people.map(({ id }) => id)
      : channelCandidates(act, recipient.channel.id, topicPolicies, marks, calls)
  const [missing, held]: [Missing[], Held[]] = [[], []]
  let judge: ((userId: UserId) => Missing | Held | undefined) | undefined
  for (const userId of candidates) {
    judge ??= judgeOf(act, message, calls, marks, topicPolicies)
    const one = judge(userId)
    if (one && 'quietUntil' in one) held.push(one)
    else if (one) missing.push(one)
  }
  return { missing, held }
}

/** A new user's welcome messages send no notifications. */
const isGreeting = ({ sender }: MissedMessage): boolean =>
  sender.isSystemBot && sender.deliveryEmail.startsWith('welcome-bot@')

const callsSomebody = (row: Marks): boolean => row.mentioned || row.group_mentioned || row.topic_wildcard_mentioned

const nobody: ReadonlySet<UserId> = new Set()

function channelCandidates(
  act: Act,
  channelId: ChannelId,
  topicPolicies: PoliciesOfTopic,
  marks: ReadonlyMap<UserId, Marks>,
  { channelWildcard, onlyCalled }: Calls,
): ReadonlySet<UserId> {
  const subscribers = act.get(subscribersMirror).of(channelId)
  if (channelWildcard) return subscribers
  let found: Set<UserId> | undefined
  const add = (userId: UserId) => {
    if (!subscribers.has(userId)) return
    found ??= new Set()
    found.add(userId)
  }
  for (const userId of marks.keys()) add(userId)
  if (onlyCalled) return found ?? nobody
  for (const [userId, policy] of topicPolicies) if (policy === policies.followed) add(userId)
  for (const userId of act.get(choicesMirror).loudIn(channelId)) add(userId)
  const listeners = act.get(listenersMirror).of(act.org)
  if (listeners.size < subscribers.size) for (const userId of listeners) add(userId)
  else for (const userId of subscribers) if (listeners.has(userId)) add(userId)
  return found ?? nobody
}

function judgeOf(
  act: Act,
  message: MissedMessage,
  calls: Calls,
  marks: ReadonlyMap<UserId, Marks>,
  topicPolicies: PoliciesOfTopic,
) {
  const { sender, recipient, rendered } = message
  const { byId } = act.get(peopleMirror)
  const muting = act.get(mutedUsersMirror).whoMuted(sender.id)
  const choices = act.get(choicesMirror)
  const isPresent = presenceOf(act)
  const quietTimes = act.get(quietTimesMirror)
  const channelId = recipient.kind === 'channel' ? recipient.channel.id : null
  const mutedBy = recipient.kind === 'direct' ? act.get(mutedConversationsMirror).whoMuted(recipient.people) : nobody
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
    const quietUntil = quietTimes.until(account, act.now)
    const kind = quietUntil && digestKindOf(facts, setting, ways)
    if (quietUntil ? !kind : ways.push === null && ways.email === null) return undefined
    const throughGroup = mark?.group_mentioned === true && !mark.mentioned
    const mentionedGroupId = throughGroup ? groupOf(act, account, rendered.mentionedGroupIds) : null
    const missing = { userId, ...ways, mentionedGroupId }
    return quietUntil && kind ? { ...missing, quietUntil, kind } : missing
  }
}

/** Whether a user is active now; people who hide their presence never count as active. */
function presenceOf(act: Act): (userId: UserId) => boolean {
  if (settingsOf(act).presence_disabled) return () => false
  const book = act.get(presenceMirror)
  const since = seconds(act.now) - offlineAfterSecs
  return (userId) => (book.get(userId)?.active ?? 0) > since
}

/** The first mentioned group that a user is in, directly or through subgroups. */
function groupOf(act: Act, { id }: Account, groupIds: ReadonlySet<GroupId>): GroupId | null {
  const viewer = act.org.viewer(id)
  return [...groupIds].sort((a, b) => a - b).find((group) => viewer?.groupIds.has(group)) ?? null
}
