import { type ChannelId, type GroupId, invalidArgument } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Channel } from '../../../channels/channels/channel.ts'
import type { StoredTrigger, Trigger } from '../triggers/input.ts'
import { isOrganizationTrigger } from '../triggers/scope-rules.ts'
import { activeGroup } from './active-group.ts'
import { channelToJoin } from './channel-to-join.ts'
import { checkedEmoji } from './checked-emoji.ts'
import { readableChannel } from './readable-channel.ts'

interface CheckedTrigger {
  readonly trigger: StoredTrigger
  /** Private channel that the bot must join, if any. */
  readonly channelsToJoin: Channel[]
}

/** Throws unless the viewer can read what the trigger would; `channelId` is null for organization-wide automations. */
export function checkedTrigger(mutation: Mutation, trigger: Trigger, channelId: ChannelId | null): CheckedTrigger {
  if (trigger.kind === 'schedule' || trigger.kind === 'manual' || trigger.kind === 'webhook')
    return { trigger, channelsToJoin: [] }
  if (isOrganizationTrigger(trigger.kind) && channelId !== null)
    throw invalidArgument({}, { name: 'trigger.kind', reason: 'is only available in organization-wide automations' })
  if (trigger.kind === 'joined_organization') return { trigger, channelsToJoin: [] }
  if (trigger.kind === 'joined_group' || trigger.kind === 'left_group') {
    checkGroup(mutation, trigger.group_id)
    return { trigger, channelsToJoin: [] }
  }
  const { stream_id } = trigger
  if (trigger.kind === 'joined_channel' && channelId === null && stream_id === null)
    throw refused('is required for organization-wide automations')
  const channelsToJoin =
    channelId === null && stream_id !== null
      ? channelToJoin(mutation, readableChannel(mutation, stream_id, refused), refused)
      : []
  if (channelId !== null && stream_id !== null && stream_id !== channelId)
    throw refused("must be the automation's channel")
  const scope = { stream_id: channelId === null ? stream_id : null }
  if (trigger.kind !== 'reaction') return { trigger: { ...trigger, ...scope }, channelsToJoin }
  return { trigger: { kind: 'reaction', ...scope, ...checkedEmoji(mutation.org, trigger, 'trigger') }, channelsToJoin }
}

function checkGroup(mutation: Mutation, id: GroupId): void {
  const refuse = (reason: string) => invalidArgument({}, { name: 'trigger.group_id', reason })
  const group = activeGroup(mutation, id, refuse)
  // membership of these follows from people's roles
  if (group.isSystem) throw refuse('must not be a role')
}

const refused = (reason: string) => invalidArgument({}, { name: 'trigger.stream_id', reason })
