import { seconds, secondsOrNull } from '#contract'
import type { Found, Run, RunInFull } from './api.ts'
import type { RunRow } from './run-store.ts'

const foundIn = ({ found }: RunRow): Partial<Found> => found as Partial<Found>

export const serializeRun = (row: RunRow): Run => ({
  id: row.id,
  acting_user_id: row.acting_user_id,
  dry_run: row.dry_run,
  state: (row.outcome as Run['state'] | null) ?? (row.started_at === null ? 'waiting' : 'running'),
  phase: row.outcome === null ? (row.phase as Run['phase']) : null,
  people: row.people,
  counts: foundIn(row).counts ?? {},
  requested_at: seconds(row.requested_at),
  started_at: secondsOrNull(row.started_at),
  ended_at: secondsOrNull(row.ended_at),
  problem: row.problem,
})

export const serializeInFull = (row: RunRow): RunInFull => ({
  ...serializeRun(row),
  changes: foundIn(row).changes ?? [],
  problems: foundIn(row).problems ?? [],
})
