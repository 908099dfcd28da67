import type { Mutation } from '#platform/organization'
import { managersOf, runScope } from '../access.ts'
import { automationRunUpdated } from '../api.ts'
import * as store from '../store.ts'

export async function announceRun(mutation: Mutation, row: store.Stored, run: store.StoredRun): Promise<void> {
  const [shown] = await store.withOutcomes(mutation.tx, [run])
  if (shown) mutation.emit(automationRunUpdated, { run: shown }, managersOf(mutation.org, runScope(row, run)))
}

/** Schedules set this when a run starts. Other triggers don't, to avoid updating the automation for every message. */
export const lastRun = ({ trigger }: store.StoredRun, now: Date) =>
  trigger.kind === 'schedule' ? {} : { last_run_at: now }
