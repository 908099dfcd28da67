import { createHash, randomBytes } from 'node:crypto'
import { dayMs, seconds, type UserId } from '#contract'
import type { Row } from '#platform/db'
import { sessionCookie } from '#platform/http'
import type { Act, Organization } from '#platform/organization'
import type { OpenContext, SignedIn } from '#platform/serve'
import { oldestReaches } from '#platform/timer'
import { isClosed } from '../organization/actions.ts'
import { type BrowserSession, sessionEnded, sessionStarted } from './api.ts'
import { sessionsMirror } from './mirror.ts'
import type { Session } from './session.ts'
import * as store from './store.ts'

/** Unused sessions end after this time. */
const idleMs = 30 * dayMs
/** Far above normal use; the longest unused are ended. */
const mostOfOnePerson = 50

/** The stored form of a cookie's value: 256 random bits need no slow hash. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

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
  act: Act,
  userId: UserId,
  { userAgent, address, before }: Beginning,
): Promise<string> {
  const { tx, org, now } = act
  if (before) await end(act, before.userId, [before.id])
  const token = randomBytes(32).toString('base64url')
  const { seen } = act.get(sessionsMirror)
  const lastSeen = (row: Row<'session'>) => (seen.has(row.id) ? now.getTime() : row.last_seen_at.getTime())
  const inOrder = (await store.ofUser(tx, userId)).sort((a, b) => lastSeen(b) - lastSeen(a))
  await end(
    act,
    userId,
    inOrder.slice(mostOfOnePerson - 1).map(({ id }) => id),
  )
  const row = await store.insert(tx, {
    org_id: org.id,
    user_id: userId,
    token_hash: hashOf(token),
    user_agent: userAgent.slice(0, 300),
    address: address.slice(0, 100),
    created_at: now,
    last_seen_at: now,
  })
  act.emit(sessionStarted, { session: present(row) }, [userId])
  return token
}

/** The session of a cookie's value; undefined for unknown ones, and while the organization is closed. */
export function sessionOf(org: Organization, token: string): Session | undefined {
  if (isClosed(org)) return undefined
  const sessions = org.get(sessionsMirror)
  const session = sessions.byHash(hashOf(token))
  if (session) sessions.seen.add(session.id)
  return session
}

/** Ends sessions of a user; returns their number. */
export async function end(act: Act, userId: UserId, ids: readonly number[]): Promise<number> {
  const ended = await store.remove(act.tx, userId, ids)
  for (const session_id of ended) act.emit(sessionEnded, { session_id }, [userId])
  return ended.length
}

export async function endAll(act: Act, userId: UserId, but?: number): Promise<number> {
  const ids = (await store.ofUser(act.tx, userId)).map(({ id }) => id).filter((id) => id !== but)
  return end(act, userId, ids)
}

/** After a change of the password or key, ends all sessions except that of the browser that made it. */
export async function endOthers(act: Act, userId: UserId, cookie: string | undefined): Promise<void> {
  const own = cookie === undefined ? undefined : sessionOf(act.org, cookie)
  await endAll(act, userId, own?.userId === userId ? own.id : undefined)
}

/** Stores last uses, and ends sessions that weren't used for a month. */
export async function keepUp(org: Organization): Promise<void> {
  const { seen } = org.get(sessionsMirror)
  const idleSince = new Date(org.now().getTime() - idleMs)
  const used = [...seen]
  if (used.length === 0 && !(await org.db.read((tx) => store.areIdle(tx, org.id, idleSince)))) return
  seen.clear()
  await org.write(null, async (act) => {
    // first, because a session used after this long is too late
    for (const { id, user_id } of await store.removeIdle(act.tx, act.org.id, idleSince))
      act.emit(sessionEnded, { session_id: id }, [user_id])
    await store.noteSeen(act.tx, act.org.id, used, act.now)
  })
}

/** When the longest unused session ends. */
export const firstIdle = (org: Organization): Promise<Date | null> =>
  oldestReaches(org, { table: 'session', column: 'last_seen_at' }, idleMs)

export const present = (row: Row<'session'>): BrowserSession => ({
  id: row.id,
  date_created: seconds(row.created_at),
  last_seen: seconds(row.last_seen_at),
  user_agent: row.user_agent,
  address: row.address,
})
