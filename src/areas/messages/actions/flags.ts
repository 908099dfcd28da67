import type { ChannelId, ConversationId, MessageId, UserId } from '#contract'
import type { Act } from '#platform/organization'
import { channelsMirror } from '../../channels/mirror.ts'
import { subscriptionsMirror } from '../../subscriptions/mirror.ts'
import type { UserSubscriptions } from '../../subscriptions/span.ts'
import { canReadMessage, readerOf } from '../access/reader.ts'
import { receivingOf } from '../access/receiving-conversations.ts'
import * as api from '../api/flags.ts'
import { flagsChanged, messagesRead } from '../hooks.ts'
import { type FlagTarget, flagTargets, upsertFlag } from '../store/flags.ts'
import * as readState from '../store/read-state.ts'
import { newestUnread } from '../store/unread.ts'
import { unreadPart } from '../store/unread-parts.ts'
import { type ReadProgress, readOn } from './read-progress.ts'

export interface FlagsUpdated {
  /** The messages that are as asked now. */
  messages: MessageId[]
  /** How many of them were not before. */
  changed: number
  /** Channels whose messages cannot become unread, for want of a subscription. */
  notSubscribed: ChannelId[]
}

/** Changes a personal flag of messages that the viewer may read, and tells the viewer's other clients. */
export async function updateFlags(
  act: Act,
  messageIds: MessageId[],
  op: api.FlagOperation,
  flag: api.EditableFlag,
): Promise<FlagsUpdated> {
  const targets = await readableTargets(act, messageIds)
  if (flag !== 'read') return mark(act, targets, op, flag)
  return op === 'add' ? markRead(act, targets) : markUnread(act, targets)
}

/** The messages, ascending, if the viewer may read every one of them. */
async function readableTargets(act: Act, messageIds: MessageId[]): Promise<FlagTarget[]> {
  const reader = await readerOf(act)
  const wanted = [...new Set(messageIds)]
  const targets = await flagTargets(act.tx, act.org.id, act.viewer.id, wanted)
  if (targets.length !== wanted.length || !targets.every((target) => canReadMessage(reader, target)))
    throw api.invalidMessages()
  return targets
}

async function mark(act: Act, targets: FlagTarget[], op: api.FlagOperation, flag: 'starred' | 'collapsed') {
  const changed = targets.filter((target) => target[flag] !== (op === 'add')).map(({ id }) => id)
  await upsertFlag(act.tx, act.org.id, act.viewer.id, changed, flag, op === 'add')
  emitChange(act, op, flag, changed)
  await flagsChanged(act, { flag, op, messageIds: changed })
  return { messages: targets.map(({ id }) => id), changed: changed.length, notSubscribed: [] }
}

async function markRead(act: Act, targets: FlagTarget[]): Promise<FlagsUpdated> {
  const subscriptions = await act.fetch(subscriptionsMirror, act.viewer.id)
  const changed = targets.filter((target) => !target.is_read && receives(subscriptions, target)).map(({ id }) => id)
  await readState.insertRead(act.tx, act.org.id, act.viewer.id, changed)
  await tellOfReading(act, changed)
  await flagsChanged(act, { flag: 'read', op: 'add', messageIds: changed })
  return { messages: targets.map(({ id }) => id), changed: changed.length, notSubscribed: [] }
}

/** Whatever is unread is in a conversation that the user receives: what else there is cannot become unread. */
async function markUnread(act: Act, targets: FlagTarget[]): Promise<FlagsUpdated> {
  const subscriptions = await act.fetch(subscriptionsMirror, act.viewer.id)
  const received = targets.filter((target) => receives(subscriptions, target))
  const changed = received.filter((target) => target.is_read)
  await readState.removeRead(
    act.tx,
    act.viewer.id,
    changed.map(({ id }) => id),
  )
  if (changed.length > 0)
    act.emit(
      api.flagsRemoved,
      {
        operation: 'remove',
        flag: 'read',
        messages: changed.map(({ id }) => id),
        all: false,
        message_details: Object.fromEntries(changed.map((target) => [target.id, details(act.viewer.id, target)])),
      },
      [act.viewer.id],
    )
  await flagsChanged(act, { flag: 'read', op: 'remove', messageIds: changed.map(({ id }) => id) })
  const channels = targets.flatMap(({ channel_id }) =>
    channel_id !== null && !subscriptions.isSubscribed(channel_id) ? [channel_id] : [],
  )
  return {
    messages: received.map(({ id }) => id),
    changed: changed.length,
    notSubscribed: [...new Set(channels)].sort((a, b) => a - b),
  }
}

/** Whether the message can be unread at all: see the store of read states. */
const receives = (subscriptions: UserSubscriptions, { channel_id, id }: FlagTarget): boolean =>
  channel_id === null || subscriptions.receives(channel_id, id)

const details = (userId: UserId, { channel_id, member_ids, topic, mentioned }: FlagTarget): api.MessageDetails => ({
  ...(channel_id === null
    ? { type: 'private', user_ids: (member_ids as UserId[]).filter((id) => id !== userId) }
    : { type: 'stream', stream_id: channel_id, topic }),
  ...(mentioned ? { mentioned } : {}),
})

function emitChange(act: Act, op: api.FlagOperation, flag: api.EditableFlag, messages: MessageId[]): void {
  if (messages.length === 0) return
  const change = { flag, messages, all: false }
  if (op === 'add') act.emit(api.flagsAdded, { operation: op, ...change }, [act.viewer.id])
  else act.emit(api.flagsRemoved, { operation: op, ...change }, [act.viewer.id])
}

async function tellOfReading(act: Act, messages: MessageId[]): Promise<void> {
  emitChange(act, 'add', 'read', messages)
  if (messages.length > 0) await messagesRead(act, { userIds: [act.viewer.id], messageIds: messages })
}

const receiving = async (act: Act) =>
  receivingOf(await act.fetch(subscriptionsMirror, act.viewer.id), act.get(channelsMirror))

/**
 * How many messages one act looks at. What is read in a whole conversation is one range of ids; in a topic each message
 * is looked up, which takes longer.
 */
const mostInAct = { conversation: 5_000, topic: 1_000 }

/** Marks the next of what is unread in a conversation, or in one of its topics, as read: run until nothing is left. */
export async function markConversationRead(
  act: Act,
  conversationId: ConversationId,
  topic: string | undefined,
  progress: ReadProgress,
): Promise<ReadProgress> {
  const { tx, org, viewer } = act
  const most = mostInAct[topic === undefined ? 'conversation' : 'topic']
  const place = { conversationId, topic }
  const part = await unreadPart(tx, viewer.id, await receiving(act), place, { ...progress, most })
  const { ids } = part
  const newest = ids.at(-1)
  if (newest !== undefined) {
    if (topic === undefined) await readState.insertReadUpTo(tx, org.id, viewer.id, conversationId, newest)
    else await readState.insertRead(tx, org.id, viewer.id, ids)
    await tellOfReading(act, ids)
    await flagsChanged(act, { flag: 'read', op: 'add', messageIds: ids })
  }
  return readOn(tx, progress, part)
}

/** More messages than this are not listed in the event: it says `all` instead. */
const mostListed = 10_000

export async function markEverythingRead(act: Act): Promise<void> {
  const { tx, org, viewer } = act
  const where = await receiving(act)
  const ids = await newestUnread(tx, viewer.id, where, mostListed + 1)
  if (ids.length === 0) return
  await readState.insertAllRead(tx, org.id, viewer.id, where.conversationIds)
  if (ids.length <= mostListed) return tellOfReading(act, ids)
  act.emit(api.flagsAdded, { operation: 'add', flag: 'read', messages: [], all: true }, [viewer.id])
  await messagesRead(act, { userIds: [viewer.id], messageIds: 'all' })
}
