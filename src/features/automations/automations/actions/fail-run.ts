import type { ApiError } from '#contract'
import type { Mutation } from '#platform/organization'
import { errorText } from '../../../people/languages/error-text.ts'
import { maxFailuresInRow } from '../limits.ts'
import * as store from '../store.ts'
import { announceRun, lastRun } from './announce-run.ts'
import { saved } from './change.ts'

export async function failRun(
  mutation: Mutation,
  row: store.Stored,
  run: store.StoredRun,
  error: ApiError,
): Promise<void> {
  const { tx, now, org } = mutation
  const failure = errorText(org.language, error)
  const after = await store.changeRun(tx, run, { state: 'failed', failure, due_at: null, ended_at: now })
  if (!after) return
  await store.insertOutcome(tx, run, { at: now, failure })
  const failures = ((await store.find(tx, org.id, row.id))?.failures ?? 0) + 1
  const isPaused = failures >= maxFailuresInRow
  await saved(mutation, row.id, {
    ...lastRun(run, now),
    last_run_state: 'failed',
    failures,
    ...(isPaused ? { is_enabled: false, paused_because: 'failures', due_at: null } : {}),
  })
  await announceRun(mutation, row, after)
}
