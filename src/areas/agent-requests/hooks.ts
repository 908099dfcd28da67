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

const isUnapproved = (act: Act): boolean => act.agent !== undefined && !act.agent.isApproved

function holdFor(act: Act, reason: Reason): void {
  if (act.get(agentPolicyMirror).policy[reason] !== 'none') throw new HeldBack(reason)
}

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

/** Approval that is needed rolls back the agent's transaction. Changes by people aren't checked. */
export const holding: readonly Tap[] = [
  messageSent.tap(async (act, { outgoing, flags }) => {
    // notices that follow from an action are sent by the server
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
    // the number of mentioned group members isn't known yet
    if (rendered.mentionedGroupIds.size > 0) holdFor(act, 'wide_mentions')
    holdForMentions(act, { rendered, flags: [] })
  }),
  // otherwise an agent could first remove the restriction that requires approval
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

/** Administration waits before the call begins, because it isn't all done in transactions. */
export const holdAdministration: NonNullable<Area['agentCalls']> = (org, endpoint) => {
  if (endpoint.method === 'GET' || neededScope(endpoint) !== 'admin') return
  if (org.get(agentPolicyMirror).policy.administration !== 'none') throw new HeldBack('administration')
}

/** A white or heavy check mark; a cross mark, or a heavy multiplication sign. */
const answers: ReadonlyMap<string, boolean> = new Map([
  ['2705', true],
  ['2714', true],
  ['274c', false],
  ['2716', false],
])

/** Notified people can decide with a reaction; an agent can't, even if it acts for one of them. */
export const answering: Tap = reactionChanged.tap(async (act, { op, messageId, senderId, reaction }) => {
  const isApproved = reaction.reaction_type === 'unicode_emoji' ? answers.get(reaction.emoji_code) : undefined
  if (op !== 'add' || isApproved === undefined || act.agent || reaction.user_id !== act.viewerId) return
  if (senderId !== act.get(peopleMirror).systemBot('notification-bot').id) return
  const row = await store.toldBy(act.tx, act.org.id, messageId)
  // reactions have no effect once it's decided
  if (row?.state !== 'waiting' || row.expires_at <= act.now || !mayDecide(act.org, act.viewer, row)) return
  await decide(act, row, isApproved)
})
