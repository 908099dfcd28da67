import type { Mutation, Organization } from '#platform/organization'
import type { Repeated } from '#platform/serve'
import { checkCanJoin } from './access.ts'
import { finish, leave } from './actions/leave.ts'
import { stopRings } from './actions/rings.ts'
import { callsCache } from './cache.ts'
import type { LiveCall } from './call.ts'
import { checkHasRelay } from './ice-servers.ts'
import { leaseSecs, restartLeaseSecs } from './limits.ts'
import { livekitOf } from './livekit/connection.ts'
import * as store from './store.ts'

const everySecs = 5

/** Saves reports, and ends rings and sessions whose time is over or whose people lost access. */
async function keepUp(org: Organization): Promise<void> {
  const book = org.get(callsCache)
  if (book.size === 0) return
  const now = org.now().getTime()
  if (book.isFromBefore) book.trustsReportsFrom = now + restartLeaseSecs * 1_000
  book.isFromBefore = false
  const reports = book.takeReports()
  if (reports.length > 0)
    try {
      await org.db.transaction((tx) => store.saveReports(tx, reports))
    } catch (error) {
      book.trustsReportsFrom = now + restartLeaseSecs * 1_000
      for (const { callId, sessionId, at } of reports) book.report(callId, sessionId, at.getTime())
      throw error
    }
  for (const call of [...book.all]) {
    const work = await workOn(org, call)
    if (work) await org.transact(null, work)
  }
}

/** Undefined if nothing has to be done. */
async function workOn(org: Organization, call: LiveCall) {
  const now = org.now().getTime()
  const rings = call.rings.filter(({ until }) => until.getTime() <= now)
  const book = org.get(callsCache)
  const isLost = (session: LiveCall['sessions'][number]) =>
    now >= book.trustsReportsFrom && book.endOf(session, leaseSecs * 1_000) <= now
  const unwelcome = new Set<string>()
  // LiveKit was removed from the options
  const isImpossible = call.room !== null && !livekitOf(org.services.config)
  for (const { user_id, session_id } of call.sessions)
    if (!(await canStay(org, call, user_id))) unwelcome.add(session_id)
  if (
    !isImpossible &&
    rings.length === 0 &&
    unwelcome.size === 0 &&
    !call.sessions.some(isLost) &&
    call.sessions.length > 0
  )
    return undefined
  return async (mutation: Mutation) => {
    const current = await store.liveCall(mutation.tx, org.id, call.id)
    if (!current) return
    const missed = current.rings.filter(({ until }) => until.getTime() <= now).map(({ user_id }) => user_id)
    await stopRings(mutation, current, missed, 'missed')
    if (current.sessions.length === 0) return finish(mutation, current)
    for (const session of current.sessions) {
      if (isImpossible) await leave(mutation, current, session, 'ended')
      else if (unwelcome.has(session.session_id)) await leave(mutation, current, session, 'removed')
      else if (isLost(session)) await leave(mutation, current, session, 'lost')
    }
  }
}

async function canStay(org: Organization, call: LiveCall, userId: LiveCall['started_by']): Promise<boolean> {
  const viewer = org.viewer(userId)
  if (!viewer) return false
  try {
    checkHasRelay({ org, viewer }, call)
    await checkCanJoin({ org, viewer, fetch: (cache, key) => org.fetch(cache, key) }, call)
    return true
  } catch {
    return false
  }
}

export const callUpkeep: Repeated = {
  name: 'calls',
  everySecs,
  run: keepUp,
  // after a restart, calls whose people are all gone have to end
  wakes: async (org, { now }) => (org.get(callsCache).size > 0 ? new Date(now().getTime() + everySecs * 1_000) : null),
}
