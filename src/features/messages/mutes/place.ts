import type { ChannelId, UserId } from '#contract'
import type { Row } from '#platform/db'
import type { PlaceOut } from './wire.ts'

export type Place =
  | { readonly kind: 'channel'; readonly channelId: ChannelId }
  | { readonly kind: 'topic'; readonly channelId: ChannelId; readonly topic: string }
  /** Everyone in the conversation including the user, ascending. */
  | { readonly kind: 'direct'; readonly memberIds: readonly UserId[] }

export const placeOf = ({
  channel_id,
  topic,
  member_ids,
}: Pick<Row<'mute'>, 'channel_id' | 'topic' | 'member_ids'>): Place =>
  channel_id === null
    ? { kind: 'direct', memberIds: member_ids ?? [] }
    : topic === null
      ? { kind: 'channel', channelId: channel_id }
      : { kind: 'topic', channelId: channel_id, topic }

export const columnsOf = (place: Place) => ({
  channel_id: place.kind === 'direct' ? null : place.channelId,
  topic: place.kind === 'topic' ? place.topic : null,
  member_ids: place.kind === 'direct' ? [...place.memberIds] : null,
})

export const placeToWire = (place: Place, userId: UserId): PlaceOut =>
  place.kind === 'direct'
    ? { user_ids: place.memberIds.filter((id) => id !== userId) }
    : { stream_id: place.channelId, ...(place.kind === 'topic' ? { topic_name: place.topic } : {}) }
