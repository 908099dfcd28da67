import { type ChannelId, foldedTopic, roles, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Channel } from '../../../channels/channels/channel.ts'
import { activeModerators } from '../../../people/users/access/index.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { checkCanSend } from '../access/send.ts'
import { countMessage } from '../actions/count-message.ts'
import { type Outgoing, type Sent, sendMessage } from '../actions/send.ts'
import { approve } from '../hidden-messages/approval.ts'
import { brokenRule, canHoldIn, checkedMessage, refusal, rulesFor } from '../moderation-rules/access.ts'
import type { ReportingRule } from '../moderation-rules/wire.ts'
import { insertUnusedKey, messageUnder } from '../store/keys.ts'
import { checkReviewsIn, needsReview } from './access.ts'
import { heldMessagesCache } from './cache.ts'
import * as errors from './errors.ts'
import { maxHeldFromOutside, maxHeldPerPerson } from './limits.ts'
import { alertModerators } from './notice.ts'
import { sendBack } from './send-back.ts'
import { heldMessageChanged, ownHeldMessagesChanged } from './states.ts'
import * as store from './store.ts'

/** Either the ID of a held message, or the rule that reports a message that can be sent now, if any. */
type Reviewed = { readonly heldId: number } | { readonly heldId?: undefined; readonly reportedBy?: ReportingRule }

/** Holds a message if a moderator has to review it. Throws if a rule refuses it. */
export async function holdIfNeeded(mutation: Mutation, outgoing: Outgoing, key: string | undefined): Promise<Reviewed> {
  const { tx, org } = mutation
  const { sender, recipient } = outgoing
  if (recipient.kind !== 'channel') return {}
  const isOneOfFirst = await needsReview(mutation, outgoing)
  if (!isOneOfFirst && rulesFor(org, sender, recipient).length === 0) return {}
  // released in the meantime: the message with this key is found when it's sent again
  if (key !== undefined && (await messageUnder(tx, sender.id, key)) !== undefined) return {}
  const rule = await brokenRule(mutation, checkedMessage(outgoing))
  const isReported = rule?.action === 'report'
  if (rule && !isReported && !canHoldIn(mutation, rule, recipient.channel)) throw refusal(mutation, outgoing, rule)
  if (!isOneOfFirst && (!rule || isReported)) return rule ? { reportedBy: rule } : {}
  // the widgets of bots aren't kept
  if (outgoing.widget !== undefined) throw errors.cannotHold({ rule: 'held' })
  const waiting = await store.waiting(tx, org.id, mutation.get(peopleCache).idsOfPerson(sender))
  const same = waiting.find((row) => isSame(row, outgoing, recipient.channel))
  if (same) {
    if (key !== undefined) await store.noteKey(tx, same.id, key)
    return { heldId: same.id }
  }
  if (waiting.length >= maxHeldPerPerson) throw errors.tooManyHeld({ rule: 'held', limit: maxHeldPerPerson })
  await countMessage(mutation, outgoing)
  const rule_name = rule?.action === 'hold' ? rule.name : null
  return { heldId: await hold(mutation, outgoing, recipient.channel, { key, rule_name, is_first: isOneOfFirst }) }
}

const isSame = (row: store.Stored, { sender, topic, content }: Outgoing, channel: Channel): boolean =>
  row.user_id === sender.id &&
  row.channel_id === channel.id &&
  foldedTopic(row.topic) === foldedTopic(topic) &&
  row.content === content

/** Why a message is held. */
type Cause = Pick<store.Stored, 'rule_name' | 'is_first'>

async function hold(
  mutation: Mutation,
  { sender, topic, content, client }: Outgoing,
  channel: Channel,
  { key, ...cause }: Cause & { readonly key?: string | undefined },
): Promise<number> {
  const row = await store.insert(mutation.tx, {
    ...{ org_id: mutation.org.id, user_id: sender.id, channel_id: channel.id },
    ...{ topic, content, client, key: key ?? null, held_at: mutation.now, ...cause },
  })
  await announce(mutation, sender.id)
  await alertModerators(mutation, sender)
  return row.id
}

/** `full`: too many others are waiting. `reported`: the message can be sent. */
type OutsideReview =
  | { readonly is: 'held' | 'full' }
  | { readonly is: 'refused'; readonly ruleId: number }
  | { readonly is: 'reported'; readonly reportedBy: ReportingRule }

/**
 * Applies the rules for new members to a message that a system bot posts for someone without an account, and holds it if
 * a rule says so. Undefined if it can be sent.
 */
export async function reviewFromOutside(mutation: Mutation, outgoing: Outgoing): Promise<OutsideReview | undefined> {
  const { tx, org, now } = mutation
  const { sender, recipient } = outgoing
  if (recipient.kind !== 'channel') return undefined
  const newMember = { botType: null, role: roles.member, joinedAt: now, isWelcomed: false, hasPostedEnough: false }
  const rule = await brokenRule(mutation, {
    ...checkedMessage(outgoing),
    sender: { ...sender, ...newMember },
    isSharedAccount: true,
  })
  if (!rule) return undefined
  if (rule.action === 'report') return { is: 'reported', reportedBy: rule }
  if (!canHoldIn(mutation, rule, recipient.channel)) return { is: 'refused', ruleId: rule.id }
  const waiting = await store.waiting(tx, org.id, [sender.id])
  const isHeld = waiting.some((row) => isSame(row, outgoing, recipient.channel))
  if (!isHeld && waiting.length >= maxHeldFromOutside) return { is: 'full' }
  if (!isHeld) await hold(mutation, outgoing, recipient.channel, { rule_name: rule.name, is_first: false })
  return { is: 'held' }
}

/** Sends the message as its author, unless another moderator has already handled it. */
export async function release(mutation: Mutation, { id, user_id }: store.Stored, outgoing: Outgoing): Promise<Sent> {
  const row = await removeReviewed(mutation, id)
  const sent = await mutation.as(user_id, async () => {
    // system bots can post in any channel
    if (!outgoing.sender.isSystemBot) await checkCanSend(mutation, outgoing)
    return sendMessage(mutation, { ...outgoing, senderRead: true, review: 'released' })
  })
  await approve(mutation, sent.id, user_id)
  // the author's client may not know that the message was kept, and send it again
  if (row.key !== null)
    await insertUnusedKey(mutation.tx, {
      ...{ org_id: mutation.org.id, user_id, key: row.key },
      ...{ message_id: sent.id, sent_at: mutation.now },
    })
  await announce(mutation, user_id)
  return sent
}

export async function reject(mutation: Mutation, id: number, reason: string): Promise<void> {
  const row = await removeReviewed(mutation, id)
  await announce(mutation, row.user_id)
  await sendBack(mutation, row, ({ held }) => (reason === '' ? held.rejected : held.rejectedFor(reason)))
}

async function removeReviewed(mutation: Mutation, id: number): Promise<store.Stored> {
  const row = await store.find(mutation.tx, mutation.org.id, id)
  if (!row) throw errors.noSuchHeldMessage()
  checkReviewsIn(mutation, row.channel_id)
  const removed = await store.remove(mutation.tx, id)
  if (!removed) throw errors.noSuchHeldMessage()
  return removed
}

/** Called by the author. */
export async function withdraw(mutation: Mutation, id: number): Promise<void> {
  const row = await store.find(mutation.tx, mutation.org.id, id)
  if (row?.user_id !== mutation.viewer.id) throw errors.noSuchHeldMessage()
  await store.remove(mutation.tx, id)
  await announce(mutation, row.user_id)
}

/** When an account is deactivated or deleted. */
export async function forgetHeld(mutation: Mutation, { id }: Account): Promise<void> {
  if (!mutation.get(heldMessagesCache).has(id)) return
  await store.removeAll(mutation.tx, id)
  await announce(mutation, id)
}

/** When a channel becomes private or is archived: moderators may not be able to review its messages anymore. */
export async function returnHeld(
  mutation: Mutation,
  { before, after }: { readonly before: Channel; readonly after: Channel },
): Promise<void> {
  const closes = (after.isPrivate && !before.isPrivate) || (after.isArchived && !before.isArchived)
  if (!closes || !isHeldIn(mutation, after.id)) return
  const rows = await store.removeIn(mutation.tx, mutation.org.id, after.id)
  for (const row of rows) await sendBack(mutation, row, ({ held }) => held.channelClosed)
  for (const userId of new Set(rows.map(({ user_id }) => user_id))) await announce(mutation, userId)
}

const isHeldIn = (mutation: Mutation, channelId: ChannelId): boolean =>
  [...mutation.get(heldMessagesCache).values()].flat().some(({ channel_id }) => channel_id === channelId)

async function announce(mutation: Mutation, userId: UserId): Promise<void> {
  const held_messages = (await store.waiting(mutation.tx, mutation.org.id, [userId])).map(store.toOwn)
  mutation.emit(heldMessageChanged, { user_id: userId }, activeModerators(mutation.org))
  mutation.emit(ownHeldMessagesChanged, { held_messages }, [userId])
}
