import type { Database } from '#platform/db'
import { prune } from './log.ts'
import { deleteAbandoned, saveQueues } from './queue-rows.ts'
import type { Queues } from './queues.ts'

/** In one transaction, which everybody else waits for. */
const maxSavedAtOnce = 500

interface Kept {
  readonly id: number
  readonly queues: Queues
}

/**
 * Keeps the database's idea of the queues of some organizations fresh enough for pruning, ends the abandoned ones and
 * prunes the logs: the same few statements for one organization and for a thousand.
 */
export async function keepQueues(
  db: Database,
  orgs: readonly Kept[],
  { now, keepEventsMs }: { readonly now: Date; readonly keepEventsMs: number },
): Promise<void> {
  if (orgs.length === 0) return
  const stale = orgs.flatMap(({ queues }) => queues.unsaved())
  for (let at = 0; at < stale.length; at += maxSavedAtOnce) {
    const some = stale.slice(at, at + maxSavedAtOnce).map((queue) => {
      const { id, acked, lastSeen } = queue
      return { queue, id, acked, lastSeen }
    })
    await db.transaction((tx) => saveQueues(tx, some))
    for (const { queue, acked, lastSeen } of some) queue.saved = { acked, lastSeen }
  }
  const ids = orgs.map(({ id }) => id)
  await db.transaction(async (tx) => {
    await deleteAbandoned(tx, ids, now)
    await prune(tx, ids, before(now, keepEventsMs))
  })
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)
