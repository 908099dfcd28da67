import { randomBytes } from 'node:crypto'
import { type ParamsOf, rateLimitHit, seconds, serviceUnavailable, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { type Context, type Route, serve } from '#platform/serve'
import { placeOf } from '../../messages/messages/actions/compose.ts'
import { withinQuota } from '../../messages/messages/actions/quota.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { canSeeCall, checkCanJoin, checkCanModerate, checkCanRing, visibleCall } from './access.ts'
import { joinCall } from './actions/join.ts'
import { endForEveryone, leave } from './actions/leave.ts'
import { ring, stopRings } from './actions/rings.ts'
import { changeSession } from './actions/session.ts'
import { startCall } from './actions/start.ts'
import * as api from './api.ts'
import { callsCache } from './cache.ts'
import { type LiveCall, sessionOf } from './call.ts'
import { capacityOf } from './capacity.ts'
import { iceFor, isRelayed } from './ice-servers.ts'
import { maxSignals, reloadSecs } from './limits.ts'
import { livekitOf } from './livekit/connection.ts'
import { joinToken } from './livekit/token.ts'
import { withoutAddresses } from './relayed-signal.ts'
import { callsOf, forCallClients, serializeCall } from './serialize.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  serve(api.getCalls, async ({ org, viewer }) => ({ calls: callsOf(org, viewer) })),
  serve(api.getCall, (ctx, { call_id }) => call(ctx, call_id)),
  serve(api.startCall, (ctx, params) => withinQuota(ctx.org, ctx.viewer.id, () => start(ctx, params))),
  serve(api.joinCall, async (ctx, { call_id, ...joining }) => {
    const joined = await ctx.transact((mutation) => joinCall(mutation, call_id, joining))
    return { call: joined, ...(await connection(ctx, call_id, joining.session_id)) }
  }),
  serve(api.reportAlive, async (ctx, { call_id, session_id, renew_ice }) => {
    const { org, viewer } = ctx
    const live = ownSession(ctx, call_id, session_id)
    org.get(callsCache).report(call_id, session_id, org.now().getTime())
    const ice = iceFor(org, viewer.id, live)
    return renew_ice ? ice : { relay_only: ice.relay_only }
  }),
  serve(api.updateSession, (ctx, { call_id, session_id, ...changes }) =>
    ctx.transact(async (mutation) => changeSession(mutation, await inCall(mutation, call_id), session_id, changes)),
  ),
  serve(api.leaveCall, leaving),
  serve(api.muteSession, async (ctx, { call_id, session_id }) => {
    const live = liveCall(ctx, call_id)
    const session = sessionOf(live, session_id)
    if (!session) throw api.sessionGone()
    await checkCanModerate(ctx, live)
    await delivered(ctx.org.announce(api.muteRequested, { call_id, session_id, by: ctx.viewer.id }, toOne(session)))
  }),
  serve(api.sendSignals, signal),
  serve(api.ringPeople, (ctx, { call_id, user_ids }) =>
    ctx.transact(async (mutation) => {
      const live = await inCall(mutation, call_id)
      if (!live.sessions.some(({ user_id }) => user_id === ctx.viewer.id)) throw api.sessionGone()
      await checkCanJoin(mutation, live)
      checkCanRing(mutation, live, user_ids)
      await ring(mutation, live, user_ids)
    }),
  ),
  serve(api.declineCall, (ctx, { call_id }) =>
    ctx.transact(async (mutation) =>
      stopRings(mutation, await visibleCall(mutation, call_id), [ctx.viewer.id], 'declined'),
    ),
  ),
  serve(api.endCall, (ctx, { call_id }) =>
    ctx.transact(async (mutation) => {
      const live = await visibleCall(mutation, call_id)
      await checkCanModerate(mutation, live)
      await endForEveryone(mutation, live, ctx.viewer.id)
    }),
  ),
]

/** What a session that was just added needs to connect. */
async function connection({ org, viewer, server }: Context, callId: number, session: string) {
  const live = org.get(callsCache).get(callId)
  if (!live) throw api.callEnded()
  const ice = { ...iceFor(org, viewer.id, live), max_cameras: capacityOf(server.config, live).cameras }
  const { room } = live
  if (room === null) return ice
  const livekit = livekitOf(server.config)
  if (!livekit) throw api.callEnded()
  return { ...ice, livekit: { url: livekit.url, token: await joinToken(livekit, { room, session }, org.now()) } }
}

async function start(ctx: Context, params: ParamsOf<typeof api.startCall.params>) {
  const { type, to, topic, intent, ring: rings, ...joining } = params
  const sender = ctx.get(peopleCache).byId.get(ctx.viewer.id) as Account
  const place = await placeOf(ctx, sender, { type, to, topic: topic ?? (type === 'direct' ? undefined : '') })
  const roomKey = randomBytes(12).toString('base64url')
  const started = await ctx.transact((mutation) =>
    startCall(mutation, { place, intent, rings, client: ctx.client, roomKey }, joining),
  )
  return { ...started, ...(await connection(ctx, started.call.call_id, joining.session_id)) }
}

async function call(ctx: Context, id: number) {
  const { org } = ctx
  const found = await ctx.read(async (tx) => {
    const row = await store.find(tx, org.id, id)
    if (!row) throw api.callEnded()
    return { row, participant_ids: await store.participants(tx, id), missed_by_ids: await store.missedBy(tx, id) }
  })
  const { row, ...people } = found
  if (!(await canSeeCall(ctx, row))) throw api.callEnded()
  const live = org.get(callsCache).get(id) ?? { ...row, sessions: [], rings: [] }
  return { call: serializeCall(org, live), ended_at: row.ended_at && seconds(row.ended_at), ...people }
}

/** An ongoing call from memory; calls in which the viewer isn't look like those that have ended. */
function liveCall({ org, viewer }: Context, id: number): LiveCall {
  const live = org.get(callsCache).get(id)
  if (!live?.sessions.some(({ user_id }) => user_id === viewer.id)) throw api.sessionGone()
  return live
}

function ownSession(ctx: Context, callId: number, sessionId: string): LiveCall {
  const live = liveCall(ctx, callId)
  if (sessionOf(live, sessionId)?.user_id !== ctx.viewer.id) throw api.sessionGone()
  return live
}

async function inCall(mutation: Mutation, id: number): Promise<LiveCall> {
  const live = await store.liveCall(mutation.tx, mutation.org.id, id)
  if (!live?.sessions.some(({ user_id }) => user_id === mutation.viewer.id)) throw api.sessionGone()
  return live
}

async function leaving(ctx: Context, { call_id, session_id, closing }: ParamsOf<typeof api.leaveCall.params>) {
  const { org, viewer } = ctx
  if (closing) {
    ownSession(ctx, call_id, session_id)
    const now = org.now().getTime()
    org.get(callsCache).close(call_id, session_id, now, now + reloadSecs * 1_000)
    return
  }
  await ctx.transact(async (mutation) => {
    const live = await store.liveCall(mutation.tx, org.id, call_id)
    if (!live || !(await canSeeCall(mutation, live))) throw api.sessionGone()
    const session = sessionOf(live, session_id)
    if (!session) throw api.sessionGone()
    if (session.user_id === viewer.id) return leave(mutation, live, session, 'left')
    await checkCanModerate(mutation, live)
    return leave(mutation, live, session, 'removed', viewer.id)
  })
}

async function signal(ctx: Context, { call_id, session_id, signals }: ParamsOf<typeof api.sendSignals.params>) {
  const { org } = ctx
  const live = ownSession(ctx, call_id, session_id)
  const sender = { callId: call_id, sessionId: session_id }
  const wait = org.get(callsCache).signalWait(sender, signals.length, org.now().getTime(), maxSignals)
  if (wait > 0) throw rateLimitHit(wait)
  const isFiltered = isRelayed(org, ctx.viewer.id)
  for (const { to, data } of signals) {
    const receiver = sessionOf(live, to)
    // the receiver has just left
    if (!receiver) continue
    const passed = isFiltered ? withoutAddresses(data) : data
    if (passed === undefined) continue
    await delivered(org.announce(api.signalReceived, { call_id, from: session_id, to, data: passed }, toOne(receiver)))
  }
}

const toOne = ({ user_id }: { readonly user_id: UserId }) => forCallClients({ users: [user_id] })

/** Nothing repeats a lost signal, so the client has to know. */
async function delivered(announced: Promise<boolean>): Promise<void> {
  if (!(await announced)) throw serviceUnavailable(1)
}
