import { neededScope } from '#contract'
import type { Act } from '#platform/organization'
import { type Area, HeldBack, type Tap } from '#platform/serve'
import { channelSettingsChanged } from '../channels/actions/update.ts'
import type { Channel } from '../channels/channel.ts'
import { postPolicy } from '../channels/present.ts'
import { anyByOthers } from '../messages/access/others.ts'
import { messageSent } from '../messages/actions/send.ts'
import { messageEdited, messagesDeleted, messagesMoved, reactionChanged } from '../messages/hooks.ts'
import { isCrowd } from '../messages/send-rules.ts'
import { channelPolicies } from '../organization/settings.ts'
import { messageScheduled } from '../scheduled-messages/actions/schedule.ts'
import { peopleMirror } from '../users/mirror.ts'
import { mayDecide } from './access.ts'
import { decide } from './actions/decide.ts'
import { agentPolicyMirror } from './mirror.ts'
import type { Reason } from './policy-kinds.ts'
import * as store from './store.ts'

/** Whether a program acts of whose deeds nobody has approved, so that they have to be looked at. */
const isUnapproved = (act: Act): boolean => act.agent !== undefined && !act.agent.isApproved

function holdFor(act: Act, reason: Reason): void {
  if (act.get(agentPolicyMirror).policy[reason] !== 'none') throw new HeldBack(reason)
}

/** A channel in which only some announce, or that the organization has named. */
function holdForChannel(act: Act, channel: Channel): void {
  const { channel_ids } = act.get(agentPolicyMirror).policy
  const policy = postPolicy(act.org, channel.permissions.can_send_message_group)
  const isForSome = policy === channelPolicies.administrators || policy === channelPolicies.moderators
  if (isForSome || channel_ids.includes(channel.id)) holdFor(act, 'announcements')
}

interface Calling {
  readonly rendered: { readonly channelWildcard: boolean; readonly topicWildcard: boolean }
  readonly flags: readonly { readonly group_mentioned: boolean }[]
}

function holdForMentions(act: Act, { rendered, flags }: Calling): void {
  const isWide = rendered.channelWildcard || rendered.topicWildcard
  if (isWide || isCrowd(flags.filter((one) => one.group_mentioned).length)) holdFor(act, 'wide_mentions')
}

/** Looks at what programs do, in the act that does it: one that has to wait is not done. Of people nothing is asked. */
export const holding: readonly Tap[] = [
  messageSent.tap(async (act, { outgoing, flags }) => {
    // notices that follow from an act are the server's own
    if (!isUnapproved(act) || outgoing.sender.id !== act.viewerId) return
    if (outgoing.recipient.kind === 'channel') holdForChannel(act, outgoing.recipient.channel)
    holdForMentions(act, { rendered: outgoing.rendered, flags })
  }),
  messageEdited.tap(async (act, { recipient, rendered, flags }) => {
    if (!isUnapproved(act)) return
    if (recipient.kind === 'channel') holdForChannel(act, recipient.channel)
    holdForMentions(act, { rendered, flags })
  }),
  messageScheduled.tap(async (act, { recipient, rendered }) => {
    if (!isUnapproved(act)) return
    if (recipient.kind === 'channel') holdForChannel(act, recipient.channel)
    // how many of a group it will call is not known yet
    if (rendered.mentionedGroupIds.size > 0) holdFor(act, 'wide_mentions')
    holdForMentions(act, { rendered, flags: [] })
  }),
  // or a program could open first what it is to wait for
  channelSettingsChanged.tap(async (act, { before, after }) => {
    if (isUnapproved(act) && before.permissions !== after.permissions) holdForChannel(act, before)
  }),
  messagesMoved.tap(async (act, { ids, from, to }) => {
    if (!isUnapproved(act)) return
    if (from !== to) holdForChannel(act, to)
    if (await anyByOthers(act.tx, ids, act.viewer.id)) holdFor(act, 'others_messages')
  }),
  messagesDeleted.tap(async (act, ids) => {
    if (isUnapproved(act) && (await anyByOthers(act.tx, ids, act.viewer.id))) holdFor(act, 'others_messages')
  }),
]

/** Whatever only administration is for waits before it begins: not all of it is done in acts. */
export const holdAdministration: NonNullable<Area['agentCalls']> = (org, endpoint) => {
  if (endpoint.method === 'GET' || neededScope(endpoint) !== 'admin') return
  if (org.get(agentPolicyMirror).policy.administration !== 'none') throw new HeldBack('administration')
}

/** A white or a heavy check mark; a cross mark, or a heavy multiplication sign. */
const answers: ReadonlyMap<string, boolean> = new Map([
  ['2705', true],
  ['2714', true],
  ['274c', false],
  ['2716', false],
])

/** Who is told of a request can answer by a reaction; a program cannot, whoever it acts for. */
export const answering: Tap = reactionChanged.tap(async (act, { op, messageId, senderId, reaction }) => {
  const isApproved = reaction.reaction_type === 'unicode_emoji' ? answers.get(reaction.emoji_code) : undefined
  if (op !== 'add' || isApproved === undefined || act.agent || reaction.user_id !== act.viewerId) return
  if (senderId !== act.get(peopleMirror).systemBot('notification-bot').id) return
  const row = await store.toldBy(act.tx, act.org.id, messageId)
  // a reaction to what is decided is a reaction
  if (row?.state !== 'waiting' || row.expires_at <= act.now || !mayDecide(act.org, act.viewer, row)) return
  await decide(act, row, isApproved)
})
