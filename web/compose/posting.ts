import { type GroupSettingValue, maxRecipients } from '#contract'
import { topicError } from '../../src/features/channels/channels/topic-rules.ts'
import {
  canCallMany,
  canStartWith,
  canWriteTo,
  isCrowd,
  type Participant,
} from '../../src/features/messages/messages/send-rules.ts'
import type { TopicLock } from '../../src/features/messages/messages/topic-locks/wire.ts'
import { permission } from '../../src/features/people/organization/rules.ts'
import type { Lockdown } from '../../src/features/people/restrictions/lockdown/wire.ts'
import type { OwnRestriction } from '../../src/features/people/restrictions/wire.ts'
import { timeFormat } from '../entities/time-format.ts'
import type { Target } from '../narrow/target.ts'
import { factsOf, ownIn } from '../permissions/own-facts.ts'
import { lockdownOn } from '../permissions/own-lockdown.ts'
import { lockOn } from '../permissions/own-locks.ts'
import { restrictionOn } from '../permissions/own-restrictions.ts'
import { can, canInChannel } from '../permissions/rights.ts'
import { type Channel, channel } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { directConversations, topicsOf } from '../store/conversations.ts'
import { groupName } from '../store/groups.ts'
import { ownId, person } from '../store/people.ts'
import { t } from '../texts/writing.ts'

const topicsPolicy = part<'allow_empty_topic' | 'disable_empty_topic' | undefined>('realm_topics_policy')

type Role = Parameters<typeof t.cannotPost>[0]

/** Names the group that can, if it's a single one. */
function whyNotAllowed(
  value: GroupSettingValue | undefined,
  ofRole: (who: Role) => string,
  ofGroup: (group: string) => string,
): string {
  const name = typeof value === 'number' ? groupName(value) : ''
  if (name === '') return ofRole('everyone')
  return name.startsWith('role:') ? ofRole(name.slice('role:'.length) as Role) : ofGroup(name)
}

/** The reason why the user can't post in a channel; undefined if they can. */
export function whyNotInChannel(one: Channel): string | undefined {
  if (canInChannel('post', one)) return undefined
  if (one.is_archived) return t.archivedChannel
  return permission('stream', 'can_send_message_group').allows(ownIn(one))
    ? t.notSubscribedHere
    : whyNotAllowed(one.can_send_message_group, t.cannotPost, t.onlyGroupPosts)
}

/** True if the user can't mention everyone in a channel of this size. */
export const isTooManyToCall = (people: number): boolean => isCrowd(people) && !can(canCallMany)

/** The reason why a topic can't have this name here: some channels require a topic, others only allow the empty one. */
export const topicProblemIn = (one: Channel, name: string) =>
  topicError(name, one.topics_policy, topicsPolicy.value ?? 'allow_empty_topic')

/** The reason why a message can't be sent there, as far as the client knows; undefined if there's none. */
export function whyNot(target: Target): string | undefined {
  const restriction = restrictionOn(target)
  if (restriction) return restrictionText(restriction)
  const lockdown = lockdownOn(target)
  if (lockdown) return lockdownText(lockdown)
  const lock = lockOn(target)
  if (lock) return lockText(lock)
  return target.kind === 'topic' ? whyNotTopic(target) : whyNotDirect(target.userIds)
}

const endFormat = timeFormat({ weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' })

function restrictionText({ kind, until, reason }: OwnRestriction): string {
  return until === null
    ? t.restricted.always[kind](reason)
    : t.restricted.until[kind](endFormat.format(until * 1_000), reason)
}

function lockdownText({ until, reason }: Lockdown): string {
  const end = endFormat.format(until * 1_000)
  return reason === '' ? t.lockdown.until(end) : t.lockdown.untilFor(end, reason)
}

function lockText({ until, reason }: TopicLock): string {
  if (until === null) return reason === '' ? t.locked.always : t.locked.alwaysFor(reason)
  const end = endFormat.format(until * 1_000)
  return reason === '' ? t.locked.until(end) : t.locked.untilFor(end, reason)
}

function whyNotTopic({ channelId, topic }: Target & { kind: 'topic' }): string | undefined {
  if (channelId === undefined) return undefined
  const one = channel(channelId)
  if (!one) return t.unknownAddress
  const reason = whyNotInChannel(one)
  if (reason !== undefined) return reason
  const name = topic.trim()
  const problem = topicProblemIn(one, name)
  if (problem) return problem === 'needed' ? t.topicNeeded : t.topicsNotUsed
  if (canInChannel('startTopics', one)) return undefined
  const known = topicsOf(channelId).value
  if (!known || known.some((each) => each.name.toLowerCase() === name.toLowerCase())) return undefined
  return whyNotAllowed(one.can_create_topic_group, t.cannotStartTopic, t.onlyGroupBeginsTopics)
}

const participant = (id: number): Participant => ({ ...factsOf(id), isBot: person(id)?.is_bot ?? false })

function whyNotDirect(userIds: readonly number[]): string | undefined {
  const gone = userIds.map(person).find((one) => one && !one.is_active)
  if (gone) return gone.is_imported_stub ? t.personNotJoined(gone.full_name) : t.personGone(gone.full_name)
  if (userIds.length >= maxRecipients) return t.tooManyPeople(maxRecipients - 1)
  const others = userIds.filter((id) => id !== ownId.value).map(participant)
  const oneself = participant(ownId.value)
  if (!canWriteTo(oneself, others)) return t.cannotSendDirectly
  if (canStartWith(oneself, others)) return undefined
  const key = [...userIds].sort((a, b) => a - b).join()
  const isStarted = directConversations.value.some(
    ({ conversation }) => conversation.kind === 'direct' && conversation.userIds.join() === key,
  )
  return isStarted ? undefined : t.cannotStartDirectly
}
