import { RateLimiterMemory } from 'rate-limiter-flexible'
import { botTypes, type MessageId, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { canReadChannel } from '../../../channels/channels/access.ts'
import { subscriptionsCache } from '../../../channels/subscriptions/cache.ts'
import type { Outgoing, Sent } from '../../../messages/messages/actions/send.ts'
import { botBusy } from '../../../messages/messages/submessages/interactive-errors.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import * as store from '../store.ts'

/** Maximum length of a chain of bots replying to each other. */
const maxHops = 3
/** Loops between webhooks and bots with their own programs are slowed down, not stopped. */
const fromBots = new RateLimiterMemory({ points: 30, duration: 60 })
interface HandedAnswer {
  readonly message: { readonly id: MessageId; readonly sender_id: UserId }
  readonly submessageId: number
}

const hopsOf = new WeakMap<Outgoing, number>()

export const markReply = (outgoing: Outgoing, hops: number): void => void hopsOf.set(outgoing, hops)

/** Queues a message for each webhook it addresses; returns whether there is any. */
export async function handToWebhooks(mutation: Mutation, { id, outgoing }: Sent): Promise<boolean> {
  const { sender } = outgoing
  // system bots write for people
  if (sender.isSystemBot) return false
  const bots = outgoing.recipient.kind === 'direct' ? written(outgoing) : await mentioned(mutation, outgoing)
  if (bots.length === 0) return false
  const hops = hopsOf.get(outgoing) ?? 0
  if (hops > maxHops) return false
  const allowed: store.Addressed[] = []
  for (const bot of bots) if (sender.botType === null || (await canAddress(mutation, bot.botId))) allowed.push(bot)
  if (allowed.length > 0) await store.insert(mutation.tx, mutation.org.id, id, allowed, hops, mutation.now)
  return allowed.length > 0
}

/** Queues an answer to an interactive message for the webhook that sent it; returns whether there is one. */
export async function handAnswer(
  mutation: Mutation,
  { message: { id, sender_id }, submessageId }: HandedAnswer,
): Promise<boolean> {
  const { tx, org, now } = mutation
  if (!isWebhook(mutation.get(peopleCache).byId.get(sender_id))) return false
  const row = { org_id: org.id, bot_id: sender_id, message_id: id, submessage_id: submessageId }
  if (!(await store.insertAnswer(tx, row, now))) throw botBusy()
  return true
}

const isWebhook = (account: Account | undefined, sender?: Account): account is Account =>
  account?.botType === botTypes.outgoingWebhook &&
  account.isActive &&
  account.botSettings.service !== undefined &&
  account.id !== sender?.id

function written({ recipient, sender }: Outgoing): store.Addressed[] {
  if (recipient.kind !== 'direct') return []
  return recipient.people
    .filter((account) => isWebhook(account, sender))
    .map(({ id }) => ({ botId: id, trigger: 'direct_message' }))
}

/** Only bots that can read the channel. */
async function mentioned(mutation: Mutation, { recipient, rendered, sender }: Outgoing): Promise<store.Addressed[]> {
  const { mentionedUserIds } = rendered
  if (recipient.kind !== 'channel' || mentionedUserIds.size === 0) return []
  const { byId } = mutation.get(peopleCache)
  const found: store.Addressed[] = []
  for (const id of mentionedUserIds) {
    if (!isWebhook(byId.get(id), sender)) continue
    const viewer = mutation.org.viewer(id)
    if (!viewer) continue
    const subscriptions = await mutation.fetch(subscriptionsCache, id)
    if (canReadChannel(viewer, recipient.channel, subscriptions.isSubscribed(recipient.channel.id)))
      found.push({ botId: id, trigger: 'mention' })
  }
  return found
}

const canAddress = (mutation: Mutation, botId: UserId): Promise<boolean> =>
  fromBots.consume(`${mutation.org.id} ${botId}`).then(
    () => true,
    () => false,
  )
