import { ApiError, userDeactivated } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import { readerOf } from '../../../messages/messages/access/reader.ts'
import { type ComposeContext, composeContext } from '../../../messages/messages/actions/compose.ts'
import { errorText } from '../../../people/languages/error-text.ts'
import { managedRun, managersOf, runScope } from '../access.ts'
import { automationRunUpdated } from '../api.ts'
import { type Cause, causeOf } from '../cause.ts'
import { cannotCancel, cannotRetry } from '../errors.ts'
import { maxFailuresInRow } from '../limits.ts'
import { filledText } from '../placeholders.ts'
import * as store from '../store.ts'
import { nextTime } from '../triggers/next-time.ts'
import type { RunState } from '../wire.ts'
import { saved } from './change.ts'
import { kindOf } from './steps/step-kinds.ts'

/** Starts a due run and schedules the next one. Returns undefined if it's too late to run. */
export async function startScheduled(
  mutation: Mutation,
  { id, due_at }: store.Stored,
  lateMs: number,
): Promise<store.StoredRun | undefined> {
  const { tx, now, org } = mutation
  const row = await store.find(tx, org.id, id)
  // done by another process, changed, or deleted since it was read
  if (!due_at || row?.due_at?.getTime() !== due_at.getTime()) return undefined
  const isLate = now.getTime() - due_at.getTime() > lateMs
  const state: RunState = isLate ? 'missed' : 'running'
  await store.removeOldRuns(tx, id, now)
  const run = await store.insertRun(tx, {
    org_id: org.id,
    automation_id: id,
    once_key: due_at.toISOString(),
    cause_at: due_at,
    trigger: row.trigger,
    steps: row.steps,
    state,
    due_at: isLate ? null : now,
    started_at: now,
    ended_at: isLate ? now : null,
  })
  await saved(mutation, id, {
    due_at: row.trigger.kind === 'schedule' ? nextTime(row.trigger, now) : null,
    ...(run ? { last_run_at: now, last_run_state: state } : {}),
  })
  if (!run) return undefined
  await announce(mutation, row, run)
  return isLate ? undefined : run
}

/** Marks an interrupted run as missed if it's too late; returns whether it did. */
export async function missIfLate(mutation: Mutation, id: number, lateMs: number): Promise<boolean> {
  const { tx, now, org } = mutation
  const run = await store.findRun(tx, org.id, id)
  if (!run?.due_at || now.getTime() - run.due_at.getTime() <= lateMs) return false
  const state: RunState = 'missed'
  const after = await store.changeRun(tx, run, { state, due_at: null, ended_at: now })
  if (after) await announce(mutation, await saved(mutation, run.automation_id, { last_run_state: state }), after)
  return true
}

/** Runs the remaining steps. A step and its progress are saved in one transaction, so each runs exactly once. */
export async function runSteps(org: Organization, id: number): Promise<void> {
  for (;;) {
    const [run, row] = await org.db.read(async (tx) => {
      const found = await store.findRun(tx, org.id, id)
      return [found, found && (await store.find(tx, org.id, found.automation_id))] as const
    })
    if (!run || !row || run.state !== 'running') return
    try {
      await runStep(org, row, run)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      await org.transact(null, (mutation) => failRun(mutation, row, run, error))
    }
  }
}

async function runStep(org: Organization, row: store.Stored, run: store.StoredRun): Promise<void> {
  const step = run.steps[run.step]
  const viewer = org.viewer(row.bot_id)
  if (!viewer) throw userDeactivated()
  if (!step) throw new Error(`Run ${run.id} of an automation has no step ${run.step}`)
  const cause = await loadCause(composeContext(org, viewer), row, run)
  const fill = (text: string) => filledText(org, text, run, cause)
  const effect = await kindOf(step).prepare({ org, viewer, cause, fill }, step)
  await org.transact(row.bot_id, async (mutation) => {
    const { tx, now } = mutation
    const isLast = run.step === run.steps.length - 1
    const state: RunState = isLast ? 'done' : 'running'
    const after = await store.changeRun(tx, run, {
      step: run.step + 1,
      state,
      ...(isLast ? { due_at: null, ended_at: now } : {}),
    })
    // another process has run this step
    if (!after) return
    if (cause) await causeOf(tx, await readerOf(mutation), row, run)
    const outcome = await effect(mutation)
    await store.insertOutcome(tx, run, { at: now, ...outcome })
    if (isLast) await saved(mutation, row.id, { ...lastRun(run, now), last_run_state: state, failures: 0 })
    if (isLast && cause) await store.removeOldRuns(tx, row.id, now)
    await announce(mutation, row, after)
  })
}

/** Schedules set this when a run starts. Other triggers don't, to avoid updating the automation for every message. */
const lastRun = ({ person_id }: store.StoredRun, now: Date) => (person_id === null ? {} : { last_run_at: now })

async function loadCause(context: ComposeContext, row: store.Stored, run: store.StoredRun): Promise<Cause | undefined> {
  if (run.person_id === null) return undefined
  const reader = await readerOf(context)
  return context.read((tx) => causeOf(tx, reader, row, run))
}

async function failRun(mutation: Mutation, row: store.Stored, run: store.StoredRun, error: ApiError): Promise<void> {
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
  await announce(mutation, row, after)
}

export async function retryRun(mutation: Mutation, id: number): Promise<void> {
  const { tx, now } = mutation
  const run = await managedRun(tx, mutation, id)
  if (run.state !== 'failed' && run.state !== 'missed') throw cannotRetry()
  const state: RunState = 'running'
  const after = await store.changeRun(tx, run, { state, failure: null, due_at: now, ended_at: null })
  if (!after) throw cannotRetry()
  await announce(mutation, await saved(mutation, run.automation_id, { last_run_at: now, last_run_state: state }), after)
}

export async function cancelRun(mutation: Mutation, id: number): Promise<void> {
  const { tx, now } = mutation
  const run = await managedRun(tx, mutation, id)
  const state: RunState = 'canceled'
  const after = run.state === 'running' && (await store.changeRun(tx, run, { state, due_at: null, ended_at: now }))
  if (!after) throw cannotCancel()
  await announce(
    mutation,
    await saved(mutation, run.automation_id, { ...lastRun(run, now), last_run_state: state }),
    after,
  )
}

async function announce(mutation: Mutation, row: store.Stored, run: store.StoredRun): Promise<void> {
  const [shown] = await store.withOutcomes(mutation.tx, [run])
  if (shown) mutation.emit(automationRunUpdated, { run: shown }, managersOf(mutation.org, runScope(row, run)))
}
