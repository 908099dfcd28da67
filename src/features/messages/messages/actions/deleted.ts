import type { MessageId } from '#contract'
import type { Audience } from '#platform/events'
import type { Mutation } from '#platform/organization'
import { view } from '#platform/serve'
import type { Channel } from '../../../channels/channels/channel.ts'
import { shownTopic } from '../../../channels/channels/topics.ts'
import { messageDeleted } from '../api/delete.ts'

type DeletedFrom = { channel: Channel; topic: string } | undefined

export function emitDeletions(
  mutation: Mutation,
  from: DeletedFrom,
  ids: readonly MessageId[],
  audience: Audience,
): void {
  if (ids.length === 0) return
  const place = from
    ? { message_type: 'stream' as const, stream_id: from.channel.id, topic: from.topic }
    : { message_type: 'private' as const }
  const message_ids = [...ids]
  const [message_id] = message_ids
  if (message_ids.length === 1) {
    mutation.emit(messageDeleted, { ...place, message_ids, message_id }, audience)
    return
  }
  mutation.emit(messageDeleted, { ...place, message_ids }, audience)
  for (const one of message_ids) mutation.emit(messageDeleted, { ...place, message_id: one }, audience)
}

export const deletionView = view(messageDeleted, ({ message_ids, message_id, topic, ...place }, client) => {
  const shown = {
    ...place,
    ...(topic === undefined ? {} : { topic: shownTopic(topic, client.can('empty_topic_name')) }),
  }
  if (client.can('bulk_message_deletion')) return message_ids ? { message_ids, ...shown } : null
  return message_id === undefined ? null : { message_id, ...shown }
})
