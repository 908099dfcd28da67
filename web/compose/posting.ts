import { type GroupSettingValue, maxRecipients } from '#contract'
import type { Target } from '../narrow/target.ts'
import { type Channel, channel, isSubscribed } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { directConversations, topicsOf } from '../store/conversations.ts'
import { groupName, isAnybodys, isMine } from '../store/groups.ts'
import { ownId, person } from '../store/people.ts'
import { t } from '../texts/writing.ts'

/** A channel with more people than this is one in which not everybody may call everybody. */
export const manyPeople = 15

const organization = {
  mayMentionMany: part<GroupSettingValue>('realm_can_mention_many_users_group'),
  directPermission: part<GroupSettingValue>('realm_direct_message_permission_group'),
  directInitiator: part<GroupSettingValue>('realm_direct_message_initiator_group'),
  topicsPolicy: part<string>('realm_topics_policy'),
}

const whoMay = (value: GroupSettingValue | undefined): string => {
  if (typeof value === 'number') return t.groupWords(groupName(value))
  return ''
}

/** Why one may not write in a channel at all, in words; undefined where one may. */
export function whyNotInChannel(one: Channel): string | undefined {
  if (one.is_archived) return t.archivedChannel
  const isGuest = person(ownId.value)?.is_guest ?? false
  if (!isSubscribed(one.stream_id) && (isGuest || one.invite_only)) return t.notSubscribedHere
  if (!isMine(one.can_send_message_group)) return t.mayNotPost(whoMay(one.can_send_message_group))
  return undefined
}

export const mayMentionMany = (): boolean => isMine(organization.mayMentionMany.value)

/** How the topics of a channel may be called. */
export function emptyTopicPolicy(one: Channel): 'allowed' | 'refused' | 'only' {
  const policy = one.topics_policy === 'inherit' ? organization.topicsPolicy.value : one.topics_policy
  if (policy === 'empty_topic_only') return 'only'
  return policy === 'disable_empty_topic' ? 'refused' : 'allowed'
}

/** Why a message could not be sent there, as far as this client can know; undefined where nothing is known against it. */
export function whyNot(target: Target): string | undefined {
  return target.kind === 'topic' ? whyNotTopic(target) : whyNotDirect(target.userIds)
}

function whyNotTopic({ channelId, topic }: Target & { kind: 'topic' }): string | undefined {
  if (channelId === undefined) return undefined
  const one = channel(channelId)
  if (!one) return t.unknownAddress
  const reason = whyNotInChannel(one)
  if (reason !== undefined) return reason
  const name = topic.trim()
  const policy = emptyTopicPolicy(one)
  if (name === '' && policy === 'refused') return t.topicNeeded
  if (name !== '' && policy === 'only') return t.topicsNotUsed
  if (isMine(one.can_create_topic_group)) return undefined
  const known = topicsOf(channelId).value
  if (!known || known.some((each) => each.name.toLowerCase() === name.toLowerCase())) return undefined
  return t.mayNotBeginTopic(whoMay(one.can_create_topic_group))
}

function whyNotDirect(userIds: readonly number[]): string | undefined {
  const gone = userIds.map(person).find((one) => one && !one.is_active)
  if (gone) return gone.is_imported_stub ? t.personNotJoined(gone.full_name) : t.personGone(gone.full_name)
  if (userIds.length >= maxRecipients) return t.tooManyPeople(maxRecipients - 1)
  const others = userIds.filter((id) => id !== ownId.value && !person(id)?.is_bot)
  if (others.length === 0) return undefined
  if (!isAnybodys(organization.directPermission.value, [...others, ownId.value])) return t.mayNotWriteDirectly
  if (isMine(organization.directInitiator.value)) return undefined
  const key = [...userIds].sort((a, b) => a - b).join()
  const isBegun = directConversations.value.some(
    ({ conversation }) => conversation.kind === 'direct' && conversation.userIds.join() === key,
  )
  return isBegun ? undefined : t.mayNotBeginDirectly
}
