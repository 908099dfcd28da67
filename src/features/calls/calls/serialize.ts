import { type ChannelId, seconds, secondsOrNull, type UserId } from '#contract'
import type { Row } from '#platform/db'
import type { Audience } from '#platform/events'
import type { Mutation, Organization } from '#platform/organization'
import type { Initial } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { channelsCache } from '../../channels/channels/cache.ts'
import { subscribersCache } from '../../channels/channels/subscribers-cache.ts'
import * as api from './api.ts'
import { callsCache } from './cache.ts'
import { type LiveCall, transportOf } from './call.ts'

/** Clients without this capability get nothing about calls but their messages. */
const capability = 'calls'

export const serializeSession = (row: Row<'call_session'>): api.SessionOut => ({
  session_id: row.session_id,
  user_id: row.user_id,
  joined_at: seconds(row.joined_at),
  audio: row.audio,
  video: row.video,
  screen: row.screen,
  hand_at: secondsOrNull(row.hand_at),
})

export function serializeCall(org: Pick<Organization, 'get'>, call: LiveCall): api.CallOut {
  const channel = org.get(channelsCache).ofConversation(call.conversation_id)
  return {
    call_id: call.id,
    ...(call.member_ids
      ? { type: 'direct', user_ids: [...call.member_ids] }
      : { type: 'channel', ...(channel ? { channel_id: channel.id } : {}), topic: call.topic }),
    message_id: call.message_id,
    intent: call.intent as api.Call['intent'],
    transport: transportOf(call),
    started_by: call.started_by,
    started_at: seconds(call.started_at),
    sessions: call.sessions.map(serializeSession).sort(api.bySession),
    ringing: call.rings.map(({ user_id, until }) => ({ user_id, until: seconds(until) })),
  }
}

export const forCallClients = (audience: Audience): Audience => ({
  ...audience,
  clients: { capability, declared: true },
})

type Placed = Pick<LiveCall, 'conversation_id' | 'member_ids'>

/** The people of a direct conversation, or the subscribers of the channel. */
export function callAudience(mutation: Pick<Mutation, 'get'>, call: Placed): Audience {
  if (call.member_ids) return forCallClients({ users: [...call.member_ids] })
  const channel = mutation.get(channelsCache).ofConversation(call.conversation_id)
  return forCallClients(channel ? { channel: channel.id } : { users: [] })
}

/** The calls in the user's direct conversations and subscribed channels, ascending. */
export function callsOf(org: Organization, viewer: Pick<Viewer, 'id' | 'onlyChannels'>): api.CallOut[] {
  const book = org.get(callsCache)
  if (book.size === 0) return []
  const subscribed = new Set<ChannelId>(org.get(subscribersCache).channelsOf(viewer.id))
  const sees = (call: LiveCall): boolean => {
    if (call.member_ids) return !viewer.onlyChannels && call.member_ids.includes(viewer.id as UserId)
    const channel = org.get(channelsCache).ofConversation(call.conversation_id)
    return channel !== undefined && subscribed.has(channel.id) && (viewer.onlyChannels?.has(channel.id) ?? true)
  }
  return [...book.all]
    .filter(sees)
    .sort((a, b) => a.id - b.id)
    .map((call) => serializeCall(org, call))
}

/** Empty for clients without the capability. */
export const registered: readonly Initial[] = [
  {
    state: api.calls,
    load: async (_tx, viewer, { org, client }) => (client.can(capability) ? { calls: callsOf(org, viewer) } : {}),
  },
]
