import type { MessageId, ParamsOf, UserId } from '#contract'
import type { Audience } from '#platform/events'
import type { Organization } from '#platform/organization'
import type { Context } from '#platform/serve'
import { canPost, visibleChannel } from '../../channels/channels/access.ts'
import { channelsCache } from '../../channels/channels/cache.ts'
import { noSuchChannelId } from '../../channels/channels/errors.ts'
import { normalTopic } from '../../channels/channels/topics.ts'
import { subscriptionsCache } from '../../channels/subscriptions/cache.ts'
import { checkCanWriteIn } from '../../people/restrictions/access.ts'
import { personal } from '../../people/user-settings/access.ts'
import { strangersTo, visibilityOf } from '../../people/users/access/index.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { apiEmail } from '../../people/users/email-address.ts'
import { messageAudience } from '../messages/access/audience.ts'
import { readableMessage } from '../messages/access/readable.ts'
import { readerOf } from '../messages/access/reader.ts'
import { checkCanWriteTo, checkNotRestrictedAt } from '../messages/access/send.ts'
import { cannotPost, recipientDeactivated } from '../messages/api/send.ts'
import { peopleOf, peopleReferences } from '../messages/recipient.ts'
import * as api from './api.ts'

type Typing = ParamsOf<typeof api.setTypingStatus.params>

/** Stores nothing: the event reaches connected clients. */
export async function announceTyping(ctx: Context, { op, type, ...params }: Typing): Promise<void> {
  const kind = op === 'start' ? api.typingStarted : api.typingStopped
  if (type === 'direct' || type === 'private') await announceDirectly(ctx, kind, params)
  else await announceInChannel(ctx, kind, params)
}

type Kind = typeof api.typingStarted | typeof api.typingStopped

async function announceDirectly(ctx: Context, kind: Kind, { to }: Pick<Typing, 'to'>): Promise<void> {
  const { org, viewer } = ctx
  if (to === undefined) throw api.noRecipients()
  const sender = org.get(peopleCache).byId.get(viewer.id) as Account
  const people = peopleOf(org, peopleReferences(unwrapped(to)), sender)
  const gone = people.find((account) => !account.isActive)
  if (gone) throw recipientDeactivated({}, { email: apiEmail(org, gone) })
  if (kind === api.typingStarted) checkCanWriteIn(ctx, { userIds: people.map(({ id }) => id) })
  checkCanWriteTo(org, viewer, people)
  if (!personal(sender, 'send_private_typing_notifications')) throw api.typingTurnedOff()
  const typist = (account: Account) => ({ user_id: account.id, email: apiEmail(org, account) })
  const users = people
    .filter((one) => personal(one, 'receives_typing_notifications') && people.every(knownTo(org, one)))
    .map(({ id }) => id)
  await org.announce(kind, { message_type: 'direct', sender: typist(sender), recipients: people.map(typist) }, users)
}

const knownTo = (org: Organization, listener: Account) => {
  const knows = visibilityOf(org, listener)
  return ({ id }: Account): boolean => knows(id)
}

/** compat: one client sends the JSON of a list as a JSON string. */
function unwrapped(to: unknown): unknown {
  if (typeof to !== 'string') return to
  try {
    return JSON.parse(to)
  } catch {
    return to
  }
}

async function announceInChannel(
  ctx: Context,
  kind: Kind,
  { stream_id, topic }: Pick<Typing, 'stream_id' | 'topic'>,
): Promise<void> {
  if (stream_id === undefined) throw api.missingChannel()
  if (topic === undefined) throw api.missingTopic()
  const { org, viewer } = ctx
  const subscriptions = await ctx.fetch(subscriptionsCache, viewer.id)
  const channel = visibleChannel(ctx, viewer, subscriptions, stream_id, noSuchChannelId)
  if (kind === api.typingStarted) checkCanWriteIn(ctx, { channelId: channel.id })
  const name = normalTopic(topic)
  if (!canPost(viewer, channel, subscriptions.isSubscribed(channel.id))) throw cannotPost({}, { name: channel.name })
  const sender = org.get(peopleCache).byId.get(viewer.id) as Account
  if (!personal(sender, 'send_stream_typing_notifications')) throw api.typingTurnedOff()
  await org.announce(
    kind,
    {
      message_type: 'stream',
      sender: { user_id: sender.id, email: apiEmail(org, sender) },
      stream_id: channel.id,
      topic: name,
    },
    { channel: channel.id, except: [...nonListeners(org), ...strangersTo(org, sender)] },
  )
}

const nonListeners = (org: Organization): UserId[] =>
  [...org.get(peopleCache).byId.values()]
    .filter((account) => account.isActive && !personal(account, 'receives_typing_notifications'))
    .map(({ id }) => id)

/** Announces editing to everyone who would get the edit. */
export async function announceEditing(ctx: Context, messageId: MessageId, op: 'start' | 'stop'): Promise<void> {
  const { org, viewer } = ctx
  const reader = await readerOf(ctx)
  const { message, audience } = await ctx.read(async (tx) => {
    const found = await readableMessage(tx, reader, messageId)
    return { message: found, audience: await messageAudience(tx, org, found) }
  })
  if (message.sender_id !== viewer.id) throw api.notYourMessage()
  const sender = org.get(peopleCache).byId.get(viewer.id) as Account
  if (op === 'start') checkNotRestrictedAt(ctx, message)
  const channel = org.get(channelsCache).ofConversation(message.conversation_id)
  if (!personal(sender, channel ? 'send_stream_typing_notifications' : 'send_private_typing_notifications'))
    throw api.typingTurnedOff()
  const { publicChannel: _, ...people } = audience
  await org.announce(
    op === 'start' ? api.editingStarted : api.editingStopped,
    {
      sender_id: viewer.id,
      message_id: messageId,
      recipient: channel
        ? { type: 'channel', channel_id: channel.id, topic: message.topic }
        : { type: 'direct', user_ids: message.member_ids as UserId[] },
    },
    { ...people, except: nonListeners(org) } satisfies Audience,
  )
}
