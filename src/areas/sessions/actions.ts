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

/** Who does not come back for so long signs in again. */
const idleMs = 30 * dayMs
/** Far more than anybody has browsers; the longest unused go. */
const mostOfOnePerson = 50

/** How the database knows a cookie's value: 256 random bits need no slower hash. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export interface Beginning {
  userAgent: string
  address: string
  /** The session that the browser has until then: a new one takes its place. */
  before?: SignedIn | undefined
}

/** What a new session needs to know of the browser. */
export const beginningIn = ({ maybeOrg, request }: Pick<OpenContext, 'maybeOrg' | 'request'>): Beginning => ({
  userAgent: request.userAgent,
  address: request.address,
  before: maybeOrg && sessionOf(maybeOrg, request.cookies.get(sessionCookie) ?? ''),
})

/** Signs somebody in; answers what the browser's cookie holds, which nobody learns again. */
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

/** Whose session a cookie's value stands for; undefined for none, and for all while the organization is closed. */
export function sessionOf(org: Organization, token: string): Session | undefined {
  if (isClosed(org)) return undefined
  const sessions = org.get(sessionsMirror)
  const session = sessions.byHash(hashOf(token))
  if (session) sessions.seen.add(session.id)
  return session
}

/** Ends sessions of one person; answers how many there were. */
export async function end(act: Act, userId: UserId, ids: readonly number[]): Promise<number> {
  const ended = await store.remove(act.tx, userId, ids)
  for (const session_id of ended) act.emit(sessionEnded, { session_id }, [userId])
  return ended.length
}

/** Ends all sessions of a person but one. */
export async function endAll(act: Act, userId: UserId, but?: number): Promise<number> {
  const ids = (await store.ofUser(act.tx, userId)).map(({ id }) => id).filter((id) => id !== but)
  return end(act, userId, ids)
}

/**
 * The person's password or key is not what it was: whoever is signed in proves it again, but for the browser in which
 * just now somebody has proved it and changed it.
 */
export async function endOthers(act: Act, userId: UserId, cookie: string | undefined): Promise<void> {
  const own = cookie === undefined ? undefined : sessionOf(act.org, cookie)
  await endAll(act, userId, own?.userId === userId ? own.id : undefined)
}

/** Writes down which sessions were used, and ends those that were not for a month. */
export async function keepUp(org: Organization): Promise<void> {
  const { seen } = org.get(sessionsMirror)
  const idleSince = new Date(org.now().getTime() - idleMs)
  const used = [...seen]
  if (used.length === 0 && !(await org.db.read((tx) => store.areIdle(tx, org.id, idleSince)))) return
  seen.clear()
  await org.write(null, async (act) => {
    // first, because whoever comes after so long comes too late
    for (const { id, user_id } of await store.removeIdle(act.tx, act.org.id, idleSince))
      act.emit(sessionEnded, { session_id: id }, [user_id])
    await store.noteSeen(act.tx, act.org.id, used, act.now)
  })
}

/** When the session that was used longest ago ends. */
export const firstIdle = (org: Organization): Promise<Date | null> =>
  oldestReaches(org, { table: 'session', column: 'last_seen_at' }, idleMs)

export const present = (row: Row<'session'>): BrowserSession => ({
  id: row.id,
  date_created: seconds(row.created_at),
  last_seen: seconds(row.last_seen_at),
  user_agent: row.user_agent,
  address: row.address,
})
