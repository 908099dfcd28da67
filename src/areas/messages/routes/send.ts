import { holds, missingArgument, type ParamsOf } from '#contract'
import type { Act } from '#platform/organization'
import { type Context, notInChannels, type Route, serve } from '#platform/serve'
import { canCreateTopic, canPost, visibleChannel } from '../../channels/access.ts'
import type { Channel } from '../../channels/channel.ts'
import { channelArchived, noSuchChannelId } from '../../channels/errors.ts'
import { settingsOf } from '../../organization/mirror.ts'
import { subscriptionsMirror } from '../../subscriptions/mirror.ts'
import { hearingMirror } from '../../user-topics/mirror.ts'
import type { Account } from '../../users/account.ts'
import { apiEmail } from '../../users/email-address.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { checkMayWriteTo } from '../access/direct.ts'
import { compose } from '../actions/compose.ts'
import { checkGroupMentions } from '../actions/group-mentions.ts'
import { withinQuota } from '../actions/quota.ts'
import { checkWildcards, type Outgoing, sendMessage } from '../actions/send.ts'
import { sendOnce } from '../actions/send-once.ts'
import { checkedWidget } from '../actions/widgets.ts'
import * as api from '../api/send.ts'
import { checkTopicAllowed, type Recipient } from '../recipient.ts'
import { findDirect } from '../store/conversations.ts'
import { messageUnder } from '../store/keys.ts'
import { topicExists } from '../store/messages.ts'

export const sendRoutes: readonly Route[] = [
  serve(api.sendMessage, async (ctx, params) => {
    const { org, viewer } = ctx
    const { idempotency_key: key } = params
    // before anything else: what was allowed when it was sent may not be any more
    const known = key === undefined ? undefined : await ctx.read((tx) => messageUnder(tx, viewer.id, key))
    if (known !== undefined) return { id: known }
    return withinQuota(org, viewer.id, () => send(ctx, params))
  }),
]

type SendParams = ParamsOf<typeof api.sendMessage.params>

async function send(ctx: Context, params: SendParams) {
  const { org, viewer } = ctx
  const { idempotency_key: key } = params
  const sender = org.get(peopleMirror).byId.get(viewer.id) as Account
  const to = params.to ?? defaultRecipient(sender, params.type)
  const composed = await compose(ctx, {
    place: { type: params.type, to, topic: params.topic },
    content: params.content,
    client: ctx.client,
    widget: params.widget_content === undefined ? undefined : checkedWidget(params.widget_content, viewer),
    local: params.queue_id && params.local_id ? { queueId: params.queue_id, localId: params.local_id } : undefined,
  })
  const outgoing = { ...composed, senderRead: params.read_by_sender ?? readBySender(ctx, composed.recipient) }
  // loaded outside of the act, where it stays
  await ctx.fetch(hearingMirror, viewer.id)
  const { id, automaticPolicy } = await ctx.write(async (act) => {
    await checkMaySend(act, outgoing)
    return key === undefined ? sendMessage(act, outgoing) : sendOnce(act, outgoing, key)
  })
  return { id, ...(automaticPolicy === undefined ? {} : { automatic_new_visibility_policy: automaticPolicy }) }
}

/** Where a bot's messages go that name no channel. */
function defaultRecipient({ botSettings: { sendingChannel } }: Account, type: SendParams['type']): number {
  if (!sendingChannel || type === 'direct' || type === 'private') throw missingArgument({ var_name: 'to' })
  return sendingChannel.id
}

/** Clients with which a person sees what is sent: their messages begin as read. */
const personalClients = /^(website|zulip(mobile|electron|flutter|terminal|desktop))/i

/** Whether a message begins as read by its sender, where the client did not say. */
export function readBySender({ client, viewer, request }: Context, recipient: Recipient): boolean {
  if (recipient.kind === 'direct' && recipient.people.length === 1) return true
  if (viewer.isBot) return false
  return personalClients.test(client) || personalClients.test(request.userAgent)
}

/** The rules, with what is true under the organization's lock. */
export async function checkMaySend(act: Act, outgoing: Outgoing): Promise<void> {
  const { recipient, topic, rendered } = outgoing
  checkGroupMentions(act, rendered)
  if (recipient.kind === 'channel') {
    const channel = await postableChannel(act, recipient.channel, topic)
    checkTopicAllowed(act.org, channel, topic)
    await checkWildcards(act, channel, topic, rendered)
  } else {
    await checkDirect(act, recipient.people)
  }
}

async function postableChannel(act: Act, { id }: Channel, topic: string): Promise<Channel> {
  const { viewer } = act
  const subscriptions = await act.fetch(subscriptionsMirror, viewer.id)
  const channel = visibleChannel(act, viewer, subscriptions, id, noSuchChannelId)
  if (channel.isArchived) throw channelArchived()
  const isSubscribed = subscriptions.isSubscribed(id)
  if (!canPost(viewer, channel, isSubscribed)) throw api.mayNotPost({}, { name: channel.name })
  if (!canCreateTopic(viewer, channel, isSubscribed) && !(await topicExists(act.tx, channel.conversationId, topic)))
    throw api.mayNotBeginTopic()
  return channel
}

/** Realm settings: who may begin a conversation, and with whom it may be. Bots of one's own are always fine. */
async function checkDirect(act: Act, people: Account[]): Promise<void> {
  const { viewer, org } = act
  if (viewer.onlyChannels) throw notInChannels()
  const gone = people.find(({ id }) => !act.get(peopleMirror).byId.get(id)?.isActive)
  if (gone) throw api.recipientDeactivated({}, { email: apiEmail(org, gone) })
  const others = people.filter(({ id, botType }) => id !== viewer.id && botType === null)
  if (others.length === 0 || viewer.isBot) return
  checkMayWriteTo(org, viewer, people)
  if (holds(viewer, settingsOf(act).direct_message_initiator_group)) return
  const begun = await findDirect(
    act.tx,
    org.id,
    people.map(({ id }) => id),
  )
  if (begun === undefined) throw api.mayNotBeginDirectly()
}
