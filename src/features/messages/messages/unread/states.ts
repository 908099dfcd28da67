import { ascending, type Holder, id, int, MessageIdOut, state, UserIdOut, z } from '#contract'
import { subscriptionUpdated, unsubscribed } from '../../../channels/channels/states.ts'
import { subscriptionLists } from '../../../channels/subscriptions/states.ts'
import { userTopicChanged, userTopics } from '../../../channels/user-topics/api.ts'
import { messageDeleted } from '../api/delete.ts'
import { messageUpdated } from '../api/edit.ts'
import { flagsAdded, flagsRemoved, type MessageDetails } from '../api/flags.ts'
import { messageReceived } from '../api/send.ts'
import {
  counted,
  type IsMuted,
  mutedBy,
  noUnread,
  type Place,
  topicKey,
  Unread,
  withMentions,
  withoutUnread,
  withUnread,
} from './wire.ts'

function mutes(holder: Holder): IsMuted {
  const { subscriptions = [] } = holder.told(subscriptionLists)
  const topics = holder.told(userTopics) ?? []
  return mutedBy(
    new Set(subscriptions.filter((one) => one.is_muted).map((one) => one.stream_id)),
    new Map(topics.map((one) => [topicKey(one.stream_id, one.topic_name), one.visibility_policy])),
  )
}

const recounted = (unread: Unread, _event: unknown, holder: Holder): Unread => counted(unread, mutes(holder))

const wildcards: readonly string[] = ['stream_wildcard_mentioned', 'topic_wildcard_mentioned', 'wildcard_mentioned']

/** Whether the user is mentioned: wildcards count only in unmuted topics. */
function isCalled(flags: readonly string[], place: Place, holder: Holder): boolean {
  if (flags.includes('mentioned')) return true
  if (!flags.some((flag) => wildcards.includes(flag))) return false
  return !('stream_id' in place) || !mutes(holder)(place.stream_id, place.topic)
}

interface WireMessage {
  id: number
  type: string
  sender_id: number
  stream_id?: number | undefined
  subject: string
  display_recipient: string | { id: number }[]
}

const placeOf = ({ stream_id, subject, display_recipient }: WireMessage): Place =>
  typeof display_recipient === 'string'
    ? { stream_id: stream_id as number, topic: subject }
    : { people: display_recipient.map((one) => one.id).sort((a, b) => a - b) }

const placeFromDetails = ({ stream_id, topic, user_ids }: MessageDetails, userId: number): Place =>
  stream_id === undefined
    ? { people: [...(user_ids ?? []), userId].sort((a, b) => a - b) }
    : { stream_id, topic: topic ?? '' }

const deletedIds = ({
  message_ids,
  message_id,
}: {
  message_ids?: number[] | undefined
  message_id?: number | undefined
}) => message_ids ?? (message_id === undefined ? [] : [message_id])

export const unreadState = state('unread_msgs', Unread, ['message', 'update_message_flags'])
  .on(messageReceived, (unread, { message, ...beside }, holder) => {
    const flags = (beside as { flags?: string[] }).flags ?? []
    if (flags.includes('read')) return unread
    const place = placeOf(message)
    const next = withUnread(unread, holder.userId, place, [message.id])
    return recounted(isCalled(flags, place, holder) ? withMentions(next, [message.id]) : next, null, holder)
  })
  .on(flagsAdded, (unread, { flag, messages, all }, holder) => {
    if (flag !== 'read') return unread
    return all ? noUnread : recounted(withoutUnread(unread, messages), null, holder)
  })
  .on(flagsRemoved, (unread, { flag, message_details }, holder) => {
    if (flag !== 'read') return unread
    let next = unread
    for (const [key, details] of Object.entries(message_details ?? {})) {
      next = withUnread(next, holder.userId, placeFromDetails(details, holder.userId), [Number(key)])
      if (details.mentioned) next = withMentions(next, [Number(key)])
    }
    return recounted(next, null, holder)
  })
  .on(messageDeleted, (unread, deleted, holder) => recounted(withoutUnread(unread, deletedIds(deleted)), null, holder))
  .on(messageUpdated, (unread, event, holder) => {
    const { message_id, message_ids, flags = [], stream_id, new_stream_id, orig_subject, subject } = event
    let next = unread
    let place: Place | undefined
    if (stream_id !== undefined && (subject !== undefined || new_stream_id !== undefined)) {
      const gone = new Set(message_ids)
      const here = unread.streams.flatMap((one) => (one.stream_id === stream_id ? one.unread_message_ids : []))
      const moved = here.filter((one) => gone.has(one))
      const { mentions } = unread
      place = { stream_id: new_stream_id ?? stream_id, topic: subject ?? orig_subject ?? '' }
      next = { ...withUnread(withoutUnread(unread, moved), holder.userId, place, moved), mentions }
    } else {
      place = next.streams.find((one) => one.unread_message_ids.includes(message_id))
    }
    if (!isCalled(flags, place ?? { people: [] }, holder))
      next = { ...next, mentions: next.mentions.filter((one) => one !== message_id) }
    else if (!flags.includes('read')) next = withMentions(next, [message_id])
    return recounted(next, null, holder)
  })
  .on(unsubscribed, (unread, { subscriptions }, holder) => {
    const left = new Set(subscriptions.map(({ stream_id }) => stream_id))
    const gone = unread.streams.flatMap((one) => (left.has(one.stream_id) ? one.unread_message_ids : []))
    return recounted(withoutUnread(unread, gone), null, holder)
  })
  .on(subscriptionUpdated, recounted)
  .on(userTopicChanged, recounted)

export const starredState = state('starred_messages', z.array(id))
  .on(flagsAdded, (ids, { flag, messages }) => (flag === 'starred' ? ascending([...ids, ...messages]) : ids))
  .on(flagsRemoved, (ids, { flag, messages }) =>
    flag === 'starred' ? ids.filter((one) => !messages.includes(one)) : ids,
  )
  .on(messageDeleted, (ids, deleted) => ids.filter((one) => !deletedIds(deleted).includes(one)))

export const newestState = state('max_message_id', int, 'message').on(messageReceived, (newest, { message }) =>
  Math.max(newest, message.id),
)

const Recent = z.array(z.object({ max_message_id: MessageIdOut, user_ids: z.array(UserIdOut) }))

export const recentState = state('recent_private_conversations', Recent).on(
  messageReceived,
  (recent, { message }, { userId }) => {
    const place = placeOf(message)
    if ('stream_id' in place) return recent
    const user_ids = place.people.filter((one) => one !== userId)
    const others = recent.filter((one) => one.user_ids.join() !== user_ids.join())
    const known = recent.find((one) => one.user_ids.join() === user_ids.join())
    // a restored message may not be the newest
    if (known && known.max_message_id > message.id) return recent
    return [{ max_message_id: message.id, user_ids }, ...others]
  },
)
