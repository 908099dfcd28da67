import type { MessageId, PayloadOf, UserId } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import type { Channel } from '../../../../channels/channels/channel.ts'
import { subscribersCache } from '../../../../channels/channels/subscribers-cache.ts'
import type { ReadableMessage } from '../../access/readable.ts'
import { notifiedUsers, type Recipients, readersOf, witnesses } from '../../access/readers.ts'
import * as api from '../../api/edit.ts'
import { linksInTopic } from '../../message-text.ts'
import { type PersonalRow, personalRows } from '../../store/edit.ts'
import { emitDeletions } from '../deleted.ts'
import { flagsBeside } from './flags.ts'
import { announceRead, type Moved } from './perform.ts'
import type { Move } from './plan.ts'

type Fields = PayloadOf<typeof api.messageUpdated>
type CommonFields = Pick<Fields, 'user_id' | 'rendering_only' | 'edit_timestamp'>

/** Users with personal rows for the message (mentions, stars) get the event wherever they are. */
const specialUsers = (rows: readonly PersonalRow[]): UserId[] =>
  rows.filter(({ is_special }) => is_special).map(({ user_id }) => user_id)

export async function emitEdit(
  mutation: Mutation,
  message: ReadableMessage,
  channel: Channel | undefined,
  fields: Omit<Fields, 'message_id' | 'message_ids'>,
  channelWildcard: boolean,
): Promise<void> {
  const { id, conversation_id, member_ids } = message
  const place = channel ? { channelId: channel.id } : { memberIds: member_ids ?? [] }
  const rows = await personalRows(mutation.tx, id, conversation_id, place)
  const told: Recipients[] = channel
    ? await notifiedUsers(mutation, channel, [id], specialUsers(rows))
    : [{ ids: [id], audience: { users: [...(member_ids ?? [])] } }]
  const where = channel ? { stream_id: channel.id, stream_name: channel.name } : {}
  for (const { audience } of told)
    mutation.emit(
      api.messageUpdated,
      { ...fields, message_id: id, message_ids: [id], ...where },
      { ...audience, ...flagsBeside(rows, channelWildcard) },
    )
}

type ContentFields = Pick<
  Fields,
  'orig_content' | 'orig_rendered_content' | 'content' | 'rendered_content' | 'is_me_message'
>

/** Notifies everyone concerned of a move, each as it looks from their permissions. */
export async function emitMove(
  mutation: Mutation,
  message: ReadableMessage,
  move: Move,
  moved: Moved,
  common: CommonFields,
  content: ContentFields | undefined,
  channelWildcard: boolean,
): Promise<void> {
  const { from, to } = move
  const fields = { ...common, ...placeFields(mutation.org, move) }
  for (const { ids, audience } of await stillSeen(mutation, move, moved)) {
    if (ids.includes(message.id)) {
      const rows = await personalRows(mutation.tx, message.id, to.conversationId, { channelId: to.id })
      mutation.emit(
        api.messageUpdated,
        { ...fields, ...content, message_id: message.id, message_ids: [...ids] },
        { ...audience, ...flagsBeside(rows, channelWildcard) },
      )
    } else {
      // these users can't see the named message, so the event names the first one they can see
      const first = ids[0] as MessageId
      const rows = await personalRows(mutation.tx, first, to.conversationId, { channelId: to.id })
      const beside = flagsBeside(rows, false)
      mutation.emit(
        api.messageUpdated,
        { ...fields, message_id: first, message_ids: [...ids] },
        { ...audience, ...beside },
      )
    }
  }
  if (from === to) return
  for (const { ids, audience } of await noLongerVisible(mutation, move, moved))
    emitDeletions(mutation, { channel: from, topic: move.topicBefore }, ids, audience)
  await announceRead(mutation, move, moved)
}

function placeFields(org: Organization, { from, to, topic, topicBefore, mode }: Move) {
  return {
    stream_id: from.id,
    stream_name: from.name,
    propagate_mode: mode,
    orig_subject: topicBefore,
    ...(from === to ? {} : { new_stream_id: to.id }),
    ...(topic === topicBefore ? {} : { subject: topic, topic_links: linksInTopic(org, topic) }),
  }
}

function concerned(mutation: Mutation, { from, to }: Move, { special }: Moved): Set<UserId> {
  const subscribers = mutation.get(subscribersCache)
  return new Set([...subscribers.of(from.id), ...subscribers.of(to.id), ...special])
}

/** Users who can only see the messages now don't learn where they were. */
async function stillSeen(mutation: Mutation, move: Move, moved: Moved): Promise<Recipients[]> {
  const { from, to, ids } = move
  if (from === to) return notifiedUsers(mutation, from, ids, moved.special)
  const groups = witnesses(concerned(mutation, move, moved), (user) => both(moved.before(user), moved.after(user), ids))
  const told: Recipients[] = groups.map((group) => ({ ids: group.ids, audience: { users: group.users } }))
  if (from.isPrivate || to.isPrivate) return told
  // queues that watch all public channels get the event, too
  const users = told[0]?.audience.users ?? []
  const known = new Set(users)
  const except = mutation
    .get(subscribersCache)
    .list(to.id)
    .filter((user) => !known.has(user))
  return [{ ids, audience: { users, channel: to.id, publicChannel: true, except } }]
}

async function noLongerVisible(mutation: Mutation, move: Move, moved: Moved): Promise<Recipients[]> {
  const { from, to, ids } = move
  const groups = witnesses(concerned(mutation, move, moved), (user) =>
    without(moved.before(user), moved.after(user), ids),
  )
  const told: Recipients[] = groups.map((group) => ({ ids: group.ids, audience: { users: group.users } }))
  if (from.isPrivate || !to.isPrivate) return told
  const users = told.find((one) => one.ids.length === ids.length)?.audience.users ?? []
  const others = told.filter((one) => one.ids.length !== ids.length)
  const gone = new Set(users)
  const except = [...readersOf(mutation.org, to)].filter((user) => !gone.has(user))
  return [...others, { ids, audience: { users, channel: from.id, publicChannel: true, except } }]
}

function both(a: readonly MessageId[], b: readonly MessageId[], all: readonly MessageId[]): readonly MessageId[] {
  if (a === all) return b
  if (b === all) return a
  const other = new Set(b)
  return a.filter((id) => other.has(id))
}

const none: readonly MessageId[] = []

function without(a: readonly MessageId[], b: readonly MessageId[], all: readonly MessageId[]): readonly MessageId[] {
  if (b === all || a.length === 0) return none
  if (b.length === 0) return a
  const other = new Set(b)
  return a.filter((id) => !other.has(id))
}
