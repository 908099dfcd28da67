import type { MessageId } from '#contract'
import type { Act } from '#platform/organization'
import { checkTotal, mostOfMessage } from '../../organization/totals.ts'
import type { Account } from '../../users/account.ts'
import { apiEmail } from '../../users/email-address.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { messageAudience } from '../access/audience.ts'
import { type ReadableMessage, readableMessage } from '../access/readable.ts'
import { readerOf } from '../access/reader.ts'
import { participate } from '../actions/topic-policies.ts'
import { reacted, reactionChanged } from '../hooks.ts'
import type { Reaction } from '../wire.ts'
import * as api from './api.ts'
import { type AskedEmoji, findOwnReaction, resolveEmoji } from './emoji.ts'
import type { StoredReaction } from './store.ts'
import { deleteReaction, insertReaction, reactionsOf } from './store.ts'

export async function addReaction(act: Act, messageId: MessageId, asked: AskedEmoji): Promise<void> {
  const { tx, org, viewer } = act
  const message = await readableMessage(tx, await readerOf(act), messageId)
  const present = (await reactionsOf(tx, [messageId])).get(messageId) ?? []
  const emoji = resolveEmoji(org, asked, present)
  const reaction = { ...emoji, user_id: viewer.id, ...(act.agent === undefined ? {} : { agent: act.agent.name }) }
  if (present.some((one) => isSame(one, reaction))) throw api.reactionExists()
  const own = present.filter(({ user_id }) => user_id === viewer.id)
  checkTotal(mostOfMessage, 'reactions of one person', own.length)
  await putReaction(act, message, reaction)
  await participate(act, viewer.id, message)
  await reacted(act, message)
}

export async function removeReaction(act: Act, messageId: MessageId, asked: Partial<AskedEmoji>): Promise<void> {
  const { tx, org, viewer } = act
  const message: ReadableMessage = await readableMessage(tx, await readerOf(act), messageId)
  const present = (await reactionsOf(tx, [messageId])).get(messageId) ?? []
  const own = present.filter(({ user_id }) => user_id === viewer.id)
  const reaction = findOwnReaction(org, own, asked)
  if (!reaction) throw api.noSuchReaction()
  await takeReaction(act, message, reaction)
}

/** Doesn't check permissions. */
export async function putReaction(act: Act, message: ReadableMessage, reaction: StoredReaction): Promise<void> {
  const { tx, org } = act
  await insertReaction(tx, org.id, message.id, reaction)
  act.emit(api.reactionAdded, payload(act, message.id, reaction), await messageAudience(tx, org, message))
  await reactionChanged(act, { messageId: message.id, senderId: message.sender_id, reaction, op: 'add' })
}

/** Doesn't check permissions; the reaction must exist. */
export async function takeReaction(act: Act, message: ReadableMessage, reaction: StoredReaction): Promise<void> {
  const { tx, org } = act
  await deleteReaction(tx, message.id, reaction)
  act.emit(api.reactionRemoved, payload(act, message.id, reaction), await messageAudience(tx, org, message))
  await reactionChanged(act, { messageId: message.id, senderId: message.sender_id, reaction, op: 'remove' })
}

export const isSame = (a: Reaction, b: Reaction) =>
  a.user_id === b.user_id && a.emoji_code === b.emoji_code && a.reaction_type === b.reaction_type

function payload({ org }: Act, message_id: MessageId, reaction: StoredReaction) {
  const account = org.get(peopleMirror).byId.get(reaction.user_id) as Account
  const user = { user_id: account.id, email: apiEmail(org, account), full_name: account.fullName }
  return { ...reaction, message_id, user }
}
