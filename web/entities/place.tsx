import type { Conversation } from '../narrow/narrow.ts'
import { resolvedPrefix } from '../narrow/narrow.ts'
import { Icon } from '../parts/icon.tsx'
import { channel } from '../store/channels.ts'
import { guestMark } from '../store/guests.ts'
import { ownId, person } from '../store/people.ts'
import { t } from '../texts/index.ts'
import { nameOrder } from '../texts/locale.ts'

export const topicName = (topic: string): string => (topic === '' ? t.generalChat : topic)

export const peopleNames = (userIds: readonly number[]): string =>
  userIds.length === 1 && userIds[0] === ownId.value
    ? t.yourself
    : userIds
        // leave out unknown users
        .flatMap((id) => {
          const one = person(id)
          return one ? one.full_name + guestMark(one) : []
        })
        .sort((a, b) => nameOrder.compare(a, b))
        .join(t.separator)

export const placeName = (conversation: Conversation): string =>
  conversation.kind === 'direct'
    ? peopleNames(conversation.userIds)
    : `#${channel(conversation.channelId)?.name ?? ''} › ${topicName(conversation.topic)}`

export const ChannelIcon = ({ id }: { id: number }) => {
  const one = channel(id)
  return <Icon name={one?.invite_only ? 'lock' : one?.is_web_public ? 'globe' : 'hash'} size={14} />
}

/** A topic's name, with an icon instead of the resolved prefix. */
export const TopicName = ({ topic }: { topic: string }) => {
  if (topic === '') return <em>{t.generalChat}</em>
  if (!topic.startsWith(resolvedPrefix)) return <>{topic}</>
  return (
    <span class="resolved">
      <Icon name="check" size={13} /> <span class="visually-hidden">{t.resolved} </span>
      {topic.slice(resolvedPrefix.length)}
    </span>
  )
}
