import { randomBytes } from 'node:crypto'
import { dayMs, seconds, type UserId } from '#contract'
import type { Row } from '#platform/db'
import { sessionCookie } from '#platform/http'
import type { Mutation, Organization } from '#platform/organization'
import { hashToken } from '#platform/secrets'
import type { OpenContext, SignedIn } from '#platform/serve'
import { oldestReaches } from '#platform/timer'
import { isClosed } from '../../people/organization/actions.ts'
import { sessionStarting } from '../../people/users/actions/signed-in.ts'
import { type BrowserSession, sessionEnded, sessionStarted } from './api.ts'
import { sessionsCache } from './cache.ts'
import type { Session } from './session.ts'
import * as store from './store.ts'

/** Unused sessions end after this time. */
const idleMs = 30 * dayMs
/** Far above normal use; the longest unused are ended. */
const maxPerUser = 50

export interface Beginning {
  userAgent: string
  address: string
  before?: SignedIn | undefined
}

export const beginningIn = ({ maybeOrg, request }: Pick<OpenContext, 'maybeOrg' | 'request'>): Beginning => ({
  userAgent: request.userAgent,
  address: request.address,
  before: maybeOrg && sessionOf(maybeOrg, request.cookies.get(sessionCookie) ?? ''),
})

/** Signs a user in; returns the cookie's value, which isn't stored. */
export async function startSession(
  mutation: Mutation,
  userId: UserId,
  { userAgent, address, before }: Beginning,
): Promise<string> {
  const { tx, org, now } = mutation
  if (before) await end(mutation, before.userId, [before.id])
  const token = randomBytes(32).toString('base64url')
  const { seen } = mutation.get(sessionsCache)
  const lastSeen = (row: Row<'session'>) => (seen.has(row.id) ? now.getTime() : row.last_seen_at.getTime())
  const inOrder = (await store.ofUser(tx, userId)).sort((a, b) => lastSeen(b) - lastSeen(a))
  await end(
    mutation,
    userId,
    inOrder.slice(maxPerUser - 1).map(({ id }) => id),
  )
  const row = await store.insert(tx, {
    org_id: org.id,
    user_id: userId,
    token_hash: hashToken(token),
    user_agent: userAgent.slice(0, 300),
    address: address.slice(0, 100),
    created_at: now,
    last_seen_at: now,
  })
  mutation.emit(sessionStarted, { session: serialize(row) }, [userId])
  await sessionStarting(mutation, userId, address)
  return token
}

/** The session of a cookie's value; undefined for unknown ones, and while the organization is closed. */
export function sessionOf(org: Organization, token: string): Session | undefined {
  if (isClosed(org)) return undefined
  const sessions = org.get(sessionsCache)
  const session = sessions.byHash(hashToken(token))
  if (session) sessions.seen.add(session.id)
  return session
}

/** Ends sessions of a user; returns their number. */
export async function end(mutation: Mutation, userId: UserId, ids: readonly number[]): Promise<number> {
  const ended = await store.remove(mutation.tx, userId, ids)
  for (const session_id of ended) mutation.emit(sessionEnded, { session_id }, [userId])
  return ended.length
}

export async function endAll(mutation: Mutation, userId: UserId, but?: number): Promise<number> {
  const ids = (await store.ofUser(mutation.tx, userId)).map(({ id }) => id).filter((id) => id !== but)
  return end(mutation, userId, ids)
}

/** After a change of the password or key, ends all sessions except that of the browser that made it. */
export async function endOthers(mutation: Mutation, userId: UserId, cookie: string | undefined): Promise<void> {
  const own = cookie === undefined ? undefined : sessionOf(mutation.org, cookie)
  await endAll(mutation, userId, own?.userId === userId ? own.id : undefined)
}

/** Stores last uses, and ends sessions that weren't used for a month. */
export async function keepUp(org: Organization): Promise<void> {
  const { seen } = org.get(sessionsCache)
  const idleSince = new Date(org.now().getTime() - idleMs)
  const used = [...seen]
  if (used.length === 0 && !(await org.db.read((tx) => store.areIdle(tx, org.id, idleSince)))) return
  seen.clear()
  await org.transact(null, async (mutation) => {
    // first, because a session used after this long is too late
    for (const { id, user_id } of await store.removeIdle(mutation.tx, mutation.org.id, idleSince))
      mutation.emit(sessionEnded, { session_id: id }, [user_id])
    await store.noteSeen(mutation.tx, mutation.org.id, used, mutation.now)
  })
}

/** When the longest unused session ends. */
export const firstIdle = (org: Organization): Promise<Date | null> =>
  oldestReaches(org, { table: 'session', column: 'last_seen_at' }, idleMs)

export const serialize = (row: Row<'session'>): BrowserSession => ({
  id: row.id,
  date_created: seconds(row.created_at),
  last_seen: seconds(row.last_seen_at),
  user_agent: row.user_agent,
  address: row.address,
})
