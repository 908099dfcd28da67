import type { MessageId } from '#contract'
import type { Mutation } from '#platform/organization'
import { checkTotal, maxPerMessage } from '../../../people/organization/totals.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { apiEmail } from '../../../people/users/email-address.ts'
import { messageAudience } from '../access/audience.ts'
import { type ReadableMessage, readableMessage } from '../access/readable.ts'
import { readerOf } from '../access/reader.ts'
import { checkNotRestrictedAt } from '../access/send.ts'
import { participate } from '../actions/topic-policies.ts'
import { reacted, reactionChanged } from '../hooks.ts'
import { isSameReaction } from '../wire.ts'
import * as api from './api.ts'
import { findOwnReaction, type RequestedEmoji, resolveEmoji } from './emoji.ts'
import type { StoredReaction } from './store.ts'
import { deleteReaction, insertReaction, reactionsOf } from './store.ts'

export async function addReaction(mutation: Mutation, messageId: MessageId, asked: RequestedEmoji): Promise<void> {
  const { tx, org, viewer } = mutation
  const message = await readableMessage(tx, await readerOf(mutation), messageId)
  checkNotRestrictedAt(mutation, message)
  const present = (await reactionsOf(tx, [messageId])).get(messageId) ?? []
  const emoji = resolveEmoji(org, asked, present)
  const reaction = {
    ...emoji,
    user_id: viewer.id,
    ...(mutation.agent === undefined ? {} : { agent: mutation.agent.name }),
  }
  if (present.some((one) => isSameReaction(one, reaction))) throw api.reactionExists()
  const own = present.filter(({ user_id }) => user_id === viewer.id)
  checkTotal(maxPerMessage, 'reactions of one person', own.length)
  await putReaction(mutation, message, reaction)
  await participate(mutation, viewer.id, message)
  await reacted(mutation, message, reaction)
}

export async function removeReaction(
  mutation: Mutation,
  messageId: MessageId,
  asked: Partial<RequestedEmoji>,
): Promise<void> {
  const { tx, org, viewer } = mutation
  const message: ReadableMessage = await readableMessage(tx, await readerOf(mutation), messageId)
  const present = (await reactionsOf(tx, [messageId])).get(messageId) ?? []
  const own = present.filter(({ user_id }) => user_id === viewer.id)
  const reaction = findOwnReaction(org, own, asked)
  if (!reaction) throw api.noSuchReaction()
  await takeReaction(mutation, message, reaction)
}

/** Doesn't check permissions. */
export async function putReaction(
  mutation: Mutation,
  message: ReadableMessage,
  reaction: StoredReaction,
): Promise<void> {
  const { tx, org } = mutation
  await insertReaction(tx, org.id, message.id, reaction)
  mutation.emit(api.reactionAdded, payload(mutation, message.id, reaction), await messageAudience(tx, org, message))
  await reactionChanged(mutation, { messageId: message.id, senderId: message.sender_id, reaction, op: 'add' })
}

/** Doesn't check permissions; the reaction must exist. */
export async function takeReaction(
  mutation: Mutation,
  message: ReadableMessage,
  reaction: StoredReaction,
): Promise<void> {
  const { tx, org } = mutation
  await deleteReaction(tx, message.id, reaction)
  mutation.emit(api.reactionRemoved, payload(mutation, message.id, reaction), await messageAudience(tx, org, message))
  await reactionChanged(mutation, { messageId: message.id, senderId: message.sender_id, reaction, op: 'remove' })
}

function payload({ org }: Mutation, message_id: MessageId, reaction: StoredReaction) {
  const account = org.get(peopleCache).byId.get(reaction.user_id) as Account
  const user = { user_id: account.id, email: apiEmail(org, account), full_name: account.fullName }
  return { ...reaction, message_id, user }
}
