import { isAdministrator, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { peopleCache } from '../../../people/users/cache.ts'
import * as api from '../api.ts'
import { serializeRun } from '../run-serialize.ts'
import * as store from '../run-store.ts'

export const maxKept = 50

/** Requests a run; the timer performs it, or the caller if `taken` is set. */
export async function requestRun(
  mutation: Mutation,
  { by, isDryRun, taken }: { by: UserId | null; isDryRun: boolean; taken?: Date },
): Promise<store.RunRow> {
  if (await store.open(mutation.tx, mutation.org.id)) throw api.runUnderWay()
  const row = await store.insert(mutation.tx, {
    org_id: mutation.org.id,
    acting_user_id: by,
    dry_run: isDryRun,
    due_at: taken ?? mutation.now,
    requested_at: mutation.now,
    ...(taken ? { started_at: mutation.now, attempts: 1 } : {}),
  })
  await store.removeOldest(mutation.tx, mutation.org.id, maxKept)
  announceRun(mutation, row)
  return row
}

/** The process that performs it notices that it has ended, and stops. */
export async function stopRun(mutation: Mutation, id: number): Promise<void> {
  if (!(await store.find(mutation.tx, mutation.org.id, id))) throw api.noSuchRun()
  const row = await store.update(mutation.tx, id, { outcome: 'stopped', ended_at: mutation.now, due_at: null })
  if (!row) throw api.runEnded()
  announceRun(mutation, row)
}

export function announceRun(mutation: Mutation, row: store.RunRow): void {
  const administrators = mutation
    .get(peopleCache)
    .all()
    .filter((one) => one.isActive && one.botType === null && isAdministrator(one))
  mutation.emit(
    api.runChanged,
    { run: serializeRun(row) },
    administrators.map(({ id }) => id),
  )
}
