import { neededScope } from '#contract'
import type { Mutation } from '#platform/organization'
import { type Feature, HeldBack, type HookHandler } from '#platform/serve'
import { channelSettingsChanged } from '../../../channels/channels/actions/update.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { postPolicy } from '../../../channels/channels/serialize.ts'
import { anyByOthers } from '../../../messages/messages/access/others.ts'
import { messageSent } from '../../../messages/messages/actions/send.ts'
import { messageEdited, messagesDeleted, messagesMoved, reactionChanged } from '../../../messages/messages/hooks.ts'
import { isCrowd } from '../../../messages/messages/send-rules.ts'
import { bulkChangeStarting } from '../../../messages/moderation/deletions/hooks.ts'
import { messageScheduled } from '../../../messages/scheduled-messages/actions/schedule.ts'
import { channelPolicies } from '../../../people/organization/settings.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { canDecide } from './access.ts'
import { decide } from './actions/decide.ts'
import type { Reason } from './api.ts'
import { agentPolicyCache } from './cache.ts'
import * as store from './store.ts'

const isUnapproved = (mutation: Mutation): boolean => mutation.agent !== undefined && !mutation.agent.isApproved

function holdFor(mutation: Mutation, reason: Reason): void {
  if (mutation.get(agentPolicyCache).policy[reason] !== 'none') throw new HeldBack(reason)
}

function holdForChannel(mutation: Mutation, channel: Channel): void {
  const { channel_ids } = mutation.get(agentPolicyCache).policy
  const policy = postPolicy(mutation.org, channel.permissions.can_send_message_group)
  const isForSome = policy === channelPolicies.administrators || policy === channelPolicies.moderators
  if (isForSome || channel_ids.includes(channel.id)) holdFor(mutation, 'announcements')
}

interface Calling {
  readonly rendered: { readonly channelWildcard: boolean; readonly topicWildcard: boolean }
  readonly flags: readonly { readonly group_mentioned: boolean }[]
}

function holdForMentions(mutation: Mutation, { rendered, flags }: Calling): void {
  const isWide = rendered.channelWildcard || rendered.topicWildcard
  if (isWide || isCrowd(flags.filter((one) => one.group_mentioned).length)) holdFor(mutation, 'wide_mentions')
}

/** Approval that is needed rolls back the agent's transaction. Changes by people aren't checked. */
export const holding: readonly HookHandler[] = [
  messageSent.handledBy(async (mutation, { outgoing, flags }) => {
    // notices that follow from an action are sent by the server
    if (!isUnapproved(mutation) || outgoing.sender.id !== mutation.viewerId) return
    if (outgoing.recipient.kind === 'channel') holdForChannel(mutation, outgoing.recipient.channel)
    holdForMentions(mutation, { rendered: outgoing.rendered, flags })
  }),
  messageEdited.handledBy(async (mutation, { recipient, rendered, flags }) => {
    if (!isUnapproved(mutation)) return
    if (recipient.kind === 'channel') holdForChannel(mutation, recipient.channel)
    holdForMentions(mutation, { rendered, flags })
  }),
  messageScheduled.handledBy(async (mutation, { recipient, rendered }) => {
    if (!isUnapproved(mutation)) return
    if (recipient.kind === 'channel') holdForChannel(mutation, recipient.channel)
    // the number of mentioned group members isn't known yet
    if (rendered.mentionedGroupIds.size > 0) holdFor(mutation, 'wide_mentions')
    holdForMentions(mutation, { rendered, flags: [] })
  }),
  // otherwise an agent could first remove the restriction that requires approval
  channelSettingsChanged.handledBy(async (mutation, { before, after }) => {
    if (isUnapproved(mutation) && before.permissions !== after.permissions) holdForChannel(mutation, before)
  }),
  messagesMoved.handledBy(async (mutation, { ids, from, to }) => {
    if (!isUnapproved(mutation)) return
    if (from !== to) holdForChannel(mutation, to)
    if (await anyByOthers(mutation.tx, ids, mutation.viewer.id)) holdFor(mutation, 'others_messages')
  }),
  messagesDeleted.handledBy(async (mutation, ids) => {
    if (isUnapproved(mutation) && (await anyByOthers(mutation.tx, ids, mutation.viewer.id)))
      holdFor(mutation, 'others_messages')
  }),
  // checked at the start, because the server runs the steps
  bulkChangeStarting.handledBy(async (mutation, account) => {
    if (isUnapproved(mutation) && account.id !== mutation.viewer.id) holdFor(mutation, 'others_messages')
  }),
]

/** Administration waits before the call begins, because it isn't all done in transactions. */
export const holdAdministration: NonNullable<Feature['agentCalls']> = (org, endpoint) => {
  if (endpoint.method === 'GET' || neededScope(endpoint) !== 'admin') return
  if (org.get(agentPolicyCache).policy.administration !== 'none') throw new HeldBack('administration')
}

/** A white or heavy check mark; a cross mark, or a heavy multiplication sign. */
const answers: ReadonlyMap<string, boolean> = new Map([
  ['2705', true],
  ['2714', true],
  ['274c', false],
  ['2716', false],
])

/** Notified people can decide with a reaction; an agent can't, even if it acts for one of them. */
export const answering: HookHandler = reactionChanged.handledBy(
  async (mutation, { op, messageId, senderId, reaction }) => {
    const isApproved = reaction.reaction_type === 'unicode_emoji' ? answers.get(reaction.emoji_code) : undefined
    if (op !== 'add' || isApproved === undefined || mutation.agent || reaction.user_id !== mutation.viewerId) return
    if (senderId !== mutation.get(peopleCache).systemBot('notification-bot').id) return
    const row = await store.requestByMessage(mutation.tx, mutation.org.id, messageId)
    // reactions have no effect once it's decided
    if (row?.state !== 'waiting' || row.expires_at <= mutation.now || !canDecide(mutation.org, mutation.viewer, row))
      return
    await decide(mutation, row, isApproved)
  },
)
