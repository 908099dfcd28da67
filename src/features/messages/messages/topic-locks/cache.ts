import { asChannelId, type ChannelId, foldedTopic } from '#contract'
import { cache } from '#platform/organization'
import { topicsLocked, topicsUnlocked } from './states.ts'
import * as store from './store.ts'

/** By channel, then by topic in lower case. */
type Locks = Map<ChannelId, Map<string, store.Stored>>

const byChannel = (rows: readonly store.Stored[]): Locks => {
  const found: Locks = new Map()
  for (const row of rows) {
    const known = found.get(row.channel_id) ?? new Map<string, store.Stored>()
    known.set(foldedTopic(row.topic), row)
    found.set(row.channel_id, known)
  }
  return found
}

export const topicLocksCache = cache<Locks>({
  name: 'topic locks',
  load: async (tx, orgId) => byChannel(await store.locks(tx, orgId)),
}).on([topicsLocked, topicsUnlocked], async (locks, events, tx, orgId) => {
  const ids = [
    ...new Set(events.flatMap(({ payload }) => payload.topic_locks.map((one) => asChannelId(one.stream_id)))),
  ]
  const found = byChannel(await store.locks(tx, orgId, ids))
  return () => {
    for (const id of ids) {
      const known = found.get(id)
      if (known) locks.set(id, known)
      else locks.delete(id)
    }
  }
})
