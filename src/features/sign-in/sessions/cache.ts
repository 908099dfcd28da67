import { cache } from '#platform/organization'
import { sessionEnded, sessionStarted } from './api.ts'
import { Sessions } from './session.ts'
import * as store from './store.ts'

export const sessionsCache = cache<Sessions>({
  name: 'sessions',
  async load(tx, orgId) {
    const sessions = new Sessions()
    for (const row of await store.all(tx, orgId)) sessions.put(row)
    return sessions
  },
}).on([sessionStarted, sessionEnded], async (sessions, events, tx, orgId) => {
  const started = events.flatMap(({ payload }) => ('session' in payload ? [payload.session.id] : []))
  const rows = started.length > 0 ? await store.all(tx, orgId, started) : []
  return () => {
    for (const { payload } of events) if ('session_id' in payload) sessions.drop(payload.session_id)
    for (const row of rows) sessions.put(row)
  }
})
