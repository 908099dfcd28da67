import { mirror } from '#platform/organization'
import { sessionEnded, sessionStarted } from './api.ts'
import { Sessions } from './session.ts'
import * as store from './store.ts'

export const sessionsMirror = mirror<Sessions>({
  name: 'sessions',
  async load(tx, orgId) {
    const sessions = new Sessions()
    for (const row of await store.all(tx, orgId)) sessions.put(row)
    return sessions
  },
}).on([sessionStarted, sessionEnded], async (sessions, events, tx, orgId) => {
  const started: number[] = []
  for (const { payload } of events)
    if ('session' in payload) started.push(payload.session.id)
    else sessions.drop(payload.session_id)
  if (started.length > 0) for (const row of await store.all(tx, orgId, started)) sessions.put(row)
})
