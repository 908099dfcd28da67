import { cache } from '#platform/organization'
import {
  callMoved,
  callRemoved,
  callStarted,
  ringStarted,
  ringStopped,
  sessionAdded,
  sessionRemoved,
  sessionUpdated,
} from './api.ts'
import { CallBook } from './call.ts'
import * as store from './store.ts'

const kinds = [
  callStarted,
  callMoved,
  callRemoved,
  sessionAdded,
  sessionUpdated,
  sessionRemoved,
  ringStarted,
  ringStopped,
] as const

/** The ongoing calls. */
export const callsCache = cache<CallBook>({
  name: 'calls',
  async load(tx, orgId) {
    const book = new CallBook()
    for (const call of await store.liveCalls(tx, orgId)) book.put(call)
    book.isFromBefore = book.size > 0
    return book
  },
}).on(kinds, async (book, events, tx, orgId) => {
  const ids = [...new Set(events.map(({ payload }) => ('call' in payload ? payload.call.call_id : payload.call_id)))]
  const live = await store.liveCalls(tx, orgId, ids)
  return () => {
    for (const call of live) book.put(call)
    const found = new Set(live.map(({ id }) => id))
    for (const id of ids) if (!found.has(id)) book.remove(id)
  }
})
