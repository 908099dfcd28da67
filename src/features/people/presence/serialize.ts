import type { Organization } from '#platform/organization'
import { view } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { settingsOf } from '../organization/cache.ts'
import { registerConstants } from '../organization/register-constants.ts'
import { visibilityOf } from '../users/access/index.ts'
import type { Account } from '../users/account.ts'
import { peopleCache } from '../users/cache.ts'
import { apiEmail } from '../users/email-address.ts'
import * as api from './api.ts'
import type { PresenceBook, Seen, Sighting } from './presence-book.ts'

/** Users not seen for this long are offline. */
export const offlineAfterSecs = registerConstants.server_presence_offline_threshold_seconds

export const saveEverySecs = 20

const daySecs = 86_400

export const modern = ({ active, idle }: Seen) => ({ active_timestamp: active, idle_timestamp: idle })

/** compat: one word and one time, in place of two times: what the client reported last. */
export const condensed = ({
  active,
  idle,
}: Pick<Seen, 'active' | 'idle'>): { status: 'active' | 'idle'; timestamp: number } =>
  idle > active ? { status: 'idle', timestamp: idle } : { status: 'active', timestamp: active }

export function legacy(seen: Seen) {
  const facts = { client: 'website', ...condensed(seen) }
  return { aggregated: facts, website: { ...facts, pushable: false } }
}

interface PresenceQuery {
  /** Only changes after this ID; everything within `historyDays` if not positive. */
  since: number
  historyDays: number
  slim: boolean
}

/** Reduced by the time that changes take between processes, if several share a database. */
const newest = (org: Organization, seen: readonly Sighting[], since: number): number =>
  Math.max(since, (seen.at(-1)?.updateId ?? since) - (org.db.embedded ? 0 : 2 * saveEverySecs * 1000))

/** The entries to return to the viewer, oldest change first. */
function chosen(
  org: Organization,
  viewer: Viewer,
  book: PresenceBook,
  { since, historyDays }: PresenceQuery,
): Sighting[] {
  if (settingsOf(org).presence_disabled) return []
  const { byId } = org.get(peopleCache)
  const knows = visibilityOf(org, viewer)
  const oldest = since > 0 ? 0 : Math.floor(org.now().getTime() / 1000) - historyDays * daySecs
  const found: Sighting[] = []
  for (const seen of book.all()) {
    if (seen.updateId <= since || Math.max(seen.active, seen.idle) < oldest) continue
    if (byId.get(seen.userId)?.isActive && knows(seen.userId)) found.push(seen)
  }
  return found
}

/** As an object, for register. */
export function serializePresence(org: Organization, viewer: Viewer, book: PresenceBook, asked: PresenceQuery) {
  const { byId } = org.get(peopleCache)
  const presences: Record<string, ReturnType<typeof modern> | ReturnType<typeof legacy>> = {}
  const all = chosen(org, viewer, book, asked)
  for (const seen of all)
    if (asked.slim) presences[seen.userId] = modern(seen)
    else presences[apiEmail(org, byId.get(seen.userId) as Account)] = legacy(seen)
  return { presences, lastId: newest(org, all, asked.since) }
}

/** As JSON, concatenated from the serialized entries. perf: 10,000 users in a few milliseconds instead of a hundred. */
export function presenceText(org: Organization, viewer: Viewer, book: PresenceBook, asked: PresenceQuery) {
  const { byId } = org.get(peopleCache)
  const all = chosen(org, viewer, book, asked)
  let text = ''
  for (const seen of all) {
    if (text !== '') text += ','
    if (asked.slim) {
      seen.modernText ??= `"${seen.userId}":${JSON.stringify(modern(seen))}`
      text += seen.modernText
    } else {
      seen.legacyText ??= JSON.stringify(legacy(seen))
      text += `${JSON.stringify(apiEmail(org, byId.get(seen.userId) as Account))}:${seen.legacyText}`
    }
  }
  return { text: `{${text}}`, lastId: newest(org, all, asked.since) }
}

/** New clients get the times; older ones a status, under what was once the client's name. */
export const presenceView = view(api.presenceChanged, ({ user_id, email, server_timestamp, seen }, client) => {
  if (client.can('simplified_presence_events')) return { presences: { [user_id]: seen } }
  const { active_timestamp: active, idle_timestamp: idle } = seen
  const { website } = legacy({ userId: user_id, active, idle, updateId: 0 })
  return { user_id, ...(client.slimPresence ? {} : { email }), server_timestamp, presence: { website } }
})
