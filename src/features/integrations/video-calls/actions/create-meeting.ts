import type { UserId } from '#contract'
import type { Context, Server } from '#platform/serve'
import { noProvider, notConnected, providerFailed } from '../api.ts'
import { videoCallOptions } from '../options.ts'
import { type MeetingProvider, meetingProvider } from '../provider.ts'
import { MeetingProviderError, ProviderConnection } from '../provider-connection.ts'
import { dropTokens, keepTokens, type Stored, tokensOf } from './tokens.ts'

const connections = new WeakMap<MeetingProvider, ProviderConnection>()

export function connectionOf({ config, outbound }: Pick<Server, 'config' | 'outbound'>): ProviderConnection {
  const provider = meetingProvider(config)
  if (!provider) throw noProvider()
  let connection = connections.get(provider)
  if (!connection) {
    connection = new ProviderConnection(provider, outbound, videoCallOptions(config).meetingTimeoutSeconds)
    connections.set(provider, connection)
  }
  return connection
}

/** A refresh consumes the token, so a user's meetings are created one at a time. */
const turns = new WeakMap<object, Map<UserId, Promise<unknown>>>()

async function inQueue<T>(org: object, userId: UserId, work: () => Promise<T>): Promise<T> {
  const byUser = turns.get(org) ?? new Map<UserId, Promise<unknown>>()
  turns.set(org, byUser)
  const turn = (byUser.get(userId) ?? Promise.resolve()).then(work, work)
  byUser.set(userId, turn)
  try {
    return await turn
  } finally {
    if (byUser.get(userId) === turn) byUser.delete(userId)
  }
}

/** Tokens are refreshed this long before they expire. */
const marginMs = 30_000

export function createMeeting(ctx: Context, isVideoCall: boolean): Promise<string> {
  const connection = connectionOf(ctx.server)
  return inQueue(ctx.org, ctx.viewer.id, () => create(ctx, connection, isVideoCall))
}

async function create(ctx: Context, connection: ProviderConnection, isVideoCall: boolean): Promise<string> {
  const { org, viewer, server } = ctx
  const { provider } = connection
  const provided = { provider: provider.displayName }
  const stored = await tokensOf(org, viewer.id, server.config, provider)
  if (!stored) throw notConnected({}, provided)
  let current = stored
  try {
    const { expiresAt, refresh } = current.tokens
    const isOld = expiresAt !== undefined && expiresAt - marginMs < server.now().getTime()
    if (isOld && refresh) current = await refreshed(ctx, connection, current)
    const body = meetingBody(provider, isVideoCall, server.now())
    return await connection.create(current.tokens, body).catch(async (error: unknown) => {
      const isUsed = current !== stored || !current.tokens.refresh
      if (!(error instanceof MeetingProviderError) || error.kind !== 'token' || isUsed) throw error
      current = await refreshed(ctx, connection, current)
      return connection.create(current.tokens, body)
    })
  } catch (error) {
    if (!(error instanceof MeetingProviderError)) throw error
    if (error.kind === 'provider') throw providerFailed({}, { reason: error.message })
    await org.transact(null, (mutation) => dropTokens(mutation, viewer.id, server.config, current.sealed))
    throw notConnected({}, provided)
  }
}

async function refreshed({ org, viewer, server }: Context, connection: ProviderConnection, { sealed, tokens }: Stored) {
  const { config } = server
  try {
    const next = await connection.refresh(tokens, server.now())
    return await org.transact(null, (mutation) => keepTokens(mutation, viewer.id, config, connection.provider, next))
  } catch (error) {
    if (!(error instanceof MeetingProviderError) || error.kind !== 'token') throw error
    // another process may have refreshed it
    const now = await tokensOf(org, viewer.id, config, connection.provider)
    if (!now || now.sealed === sealed) throw error
    return now
  }
}

/** Zoom's type of a scheduled meeting. */
const scheduledMeeting = 2

/** Each provider's request for a meeting that begins now. */
function meetingBody({ kind }: MeetingProvider, video: boolean, now: Date): object {
  if (kind === 'zoom')
    return {
      topic: 'Meeting',
      type: scheduledMeeting,
      settings: { join_before_host: true, host_video: video, participant_video: video },
    }
  if (kind === 'webex') {
    // it doesn't accept meetings that have begun
    const start = new Date(now.getTime() + 60_000)
    const end = new Date(start.getTime() + 3_600_000)
    return {
      title: 'Meeting',
      start: start.toISOString(),
      end: end.toISOString(),
      enabledJoinBeforeHost: true,
      joinBeforeHostMinutes: 5,
    }
  }
  return {}
}
