import type { Organization } from '#platform/organization'
import { registerConstants } from '../organization/limits.ts'
import { settingsOf } from '../organization/mirror.ts'
import { peopleMirror } from '../users/mirror.ts'
import { apiEmail } from '../users/wire.ts'
import type { PresenceBook, Seen } from './book.ts'

/** Somebody who was not seen for this long is away. */
export const offlineAfterSecs = registerConstants.server_presence_offline_threshold_seconds

const daySecs = 86_400

export const modern = ({ active, idle }: Seen) => ({ active_timestamp: active, idle_timestamp: idle })

/** compat: one word and one time, in place of two times. */
export function condensed({ active, idle }: Pick<Seen, 'active' | 'idle'>): {
  status: 'active' | 'idle'
  timestamp: number
} {
  return idle - active < offlineAfterSecs
    ? { status: 'active', timestamp: active }
    : { status: 'idle', timestamp: idle }
}

export function legacy(seen: Seen) {
  const facts = { client: 'website', ...condensed(seen) }
  return { aggregated: facts, website: { ...facts, pushable: false } }
}

export interface Asked {
  /** Only changes after this one; everything, within `historyDays`, when not positive. */
  since: number
  historyDays: number
  slim: boolean
}

/** What an answer shows of the book, and the id of its newest change. */
export function presentPresence(org: Organization, book: PresenceBook, { since, historyDays, slim }: Asked) {
  const presences: Record<string, ReturnType<typeof modern> | ReturnType<typeof legacy>> = {}
  let lastId = since
  if (settingsOf(org).presence_disabled) return { presences: {}, lastId }
  const { byId } = org.get(peopleMirror)
  const oldest = since > 0 ? 0 : Math.floor(org.now().getTime() / 1000) - historyDays * daySecs
  for (const seen of book.all()) {
    if (seen.updateId <= since || Math.max(seen.active, seen.idle) < oldest) continue
    const account = byId.get(seen.userId)
    if (!account?.isActive) continue
    presences[slim ? account.id : apiEmail(org, account)] = slim ? modern(seen) : legacy(seen)
    if (seen.updateId > lastId) lastId = seen.updateId
  }
  return { presences, lastId }
}
