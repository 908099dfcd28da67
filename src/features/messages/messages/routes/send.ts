import { ApiError, type MessageId, missingArgument, type ParamsOf } from '#contract'
import { type Context, type Route, serve } from '#platform/serve'
import { canSeeChannel } from '../../../channels/channels/access.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { membershipsOf } from '../../../channels/channels/subscribers-cache.ts'
import { hearingCache } from '../../../channels/user-topics/cache.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { checkCanSend } from '../access/send.ts'
import { compose } from '../actions/compose.ts'
import { withinQuota } from '../actions/quota.ts'
import { sendMessage } from '../actions/send.ts'
import { sendOnce } from '../actions/send-once.ts'
import { checkedWidget } from '../actions/widgets.ts'
import * as api from '../api/send.ts'
import { holdIfNeeded } from '../held-messages/actions.ts'
import { messageHeld } from '../held-messages/errors.ts'
import { messageBlocked } from '../hooks.ts'
import { noLinksYet } from '../newcomer-limits/errors.ts'
import type { Recipient } from '../recipient.ts'
import { placeOfRecipient, type SentLinks, sentLinks } from '../sent-links.ts'
import { selectPlaced } from '../store/fetch.ts'
import { messageUnder } from '../store/keys.ts'

export const sendRoutes: readonly Route[] = [
  serve(api.sendMessage, async (ctx, params) => {
    const { org, viewer } = ctx
    const { idempotency_key: key } = params
    // check first: permissions may have changed since the message was sent
    const known = key === undefined ? undefined : await ctx.read((tx) => messageUnder(tx, viewer.id, key))
    if (known !== undefined) return { id: known, ...(await linksAgain(ctx, known)) }
    return withinQuota(org, viewer.id, () => send(ctx, params))
  }),
]

type SendParams = ParamsOf<typeof api.sendMessage.params>

/** Error codes that count as blocked messages. */
const blockedCodes: ReadonlySet<string> = new Set([messageHeld.code, noLinksYet.code])

async function send(ctx: Context, params: SendParams) {
  const { org, viewer } = ctx
  const { idempotency_key: key } = params
  const sender = org.get(peopleCache).byId.get(viewer.id) as Account
  const to = params.to ?? defaultRecipient(sender, params.type)
  const composed = await compose(ctx, {
    place: { type: params.type, to, topic: params.topic },
    content: params.content,
    client: ctx.client,
    widget: params.widget_content === undefined ? undefined : checkedWidget(params.widget_content, viewer),
    local: params.queue_id && params.local_id ? { queueId: params.queue_id, localId: params.local_id } : undefined,
  })
  const outgoing = { ...composed, senderRead: params.read_by_sender ?? readBySender(ctx, composed.recipient) }
  // load it into the cache before the mutation
  await ctx.fetch(hearingCache, viewer.id)
  const sent = ctx.transact(async (mutation) => {
    await checkCanSend(mutation, outgoing)
    // thrown after the commit, which keeps the message
    const reviewed = await holdIfNeeded(mutation, outgoing, key)
    if (reviewed.heldId !== undefined) return messageHeld({ held_id: reviewed.heldId })
    const sending = { ...outgoing, review: 'notNeeded', reportedBy: reviewed.reportedBy } as const
    return key === undefined ? sendMessage(mutation, sending) : sendOnce(mutation, sending, key)
  })
  const result = await sent.catch((problem: unknown) => {
    if (problem instanceof ApiError) return problem
    throw problem
  })
  if (result instanceof ApiError) {
    if (blockedCodes.has(result.code)) await messageBlocked(org, viewer.id)
    throw result
  }
  const { id, automaticPolicy, outgoing: written } = result
  return {
    id,
    ...(automaticPolicy === undefined ? {} : { automatic_new_visibility_policy: automaticPolicy }),
    ...(written ? sentLinks(org, placeOfRecipient(written.recipient, written.topic), id) : await linksAgain(ctx, id)),
  }
}

/** Links to a message that was sent before and may have been moved, deleted, or hidden from the sender since. */
async function linksAgain(ctx: Context, id: MessageId): Promise<Partial<SentLinks>> {
  const { org, viewer } = ctx
  const [found] = await ctx.read((tx) => selectPlaced(tx, org.id, [id]))
  if (!found) return {}
  if (found.member_ids) return sentLinks(org, { members: found.member_ids }, id)
  const channel = ctx.get(channelsCache).ofConversation(found.conversation_id)
  if (!channel || !canSeeChannel(viewer, channel, membershipsOf(ctx, viewer.id).isSubscribed(channel.id))) return {}
  return sentLinks(org, { channel, topic: found.topic }, id)
}

/** The bot's default channel for messages without a recipient. */
function defaultRecipient({ botSettings: { sendingChannel } }: Account, type: SendParams['type']): number {
  if (!sendingChannel || type === 'direct' || type === 'private') throw missingArgument({ var_name: 'to' })
  return sendingChannel.id
}

/** Clients that show sent messages to the sender: these start as read. */
const personalClients = /^(website|zulip(mobile|electron|flutter|terminal|desktop))/i

/** Whether a message starts as read for its sender, unless the client says so. */
export function readBySender({ client, viewer, request }: Context, recipient: Recipient): boolean {
  if (recipient.kind === 'direct' && recipient.people.length === 1) return true
  if (viewer.isBot) return false
  return personalClients.test(client) || personalClients.test(request.userAgent)
}
