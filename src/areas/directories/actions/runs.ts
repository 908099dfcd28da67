import { isAdministrator, type UserId } from '#contract'
import type { Act } from '#platform/organization'
import { peopleMirror } from '../../users/mirror.ts'
import * as api from '../api.ts'
import { presentRun } from '../run-present.ts'
import * as store from '../run-store.ts'

export const mostKept = 50

/** Requests a run; the timer performs it, or the caller if `taken` is set. */
export async function requestRun(
  act: Act,
  { by, isDryRun, taken }: { by: UserId | null; isDryRun: boolean; taken?: Date },
): Promise<store.RunRow> {
  if (await store.open(act.tx, act.org.id)) throw api.runUnderWay()
  const row = await store.insert(act.tx, {
    org_id: act.org.id,
    acting_user_id: by,
    dry_run: isDryRun,
    due_at: taken ?? act.now,
    requested_at: act.now,
    ...(taken ? { started_at: act.now, attempts: 1 } : {}),
  })
  await store.removeOldest(act.tx, act.org.id, mostKept)
  tellOfRun(act, row)
  return row
}

/** The process that performs it notices that it has ended, and stops. */
export async function stopRun(act: Act, id: number): Promise<void> {
  if (!(await store.find(act.tx, act.org.id, id))) throw api.noSuchRun()
  const row = await store.update(act.tx, id, { outcome: 'stopped', ended_at: act.now, due_at: null })
  if (!row) throw api.runEnded()
  tellOfRun(act, row)
}

export function tellOfRun(act: Act, row: store.RunRow): void {
  const administrators = act
    .get(peopleMirror)
    .all()
    .filter((one) => one.isActive && one.botType === null && isAdministrator(one))
  act.emit(
    api.runChanged,
    { run: presentRun(row) },
    administrators.map(({ id }) => id),
  )
}
