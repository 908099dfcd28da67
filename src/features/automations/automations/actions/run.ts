import type { MessageId } from '#contract'
import type { Mutation } from '#platform/organization'
import { managedRun } from '../access.ts'
import { cannotCancel, cannotRetry } from '../errors.ts'
import { removeQuestions } from '../questions-store.ts'
import * as store from '../store.ts'
import { textsIn } from '../texts.ts'
import { nextTime } from '../triggers/next-time.ts'
import type { RunState } from '../wire.ts'
import { announceRun, lastRun } from './announce-run.ts'
import { closeRequest } from './approvals.ts'
import { askStepOf, closeQuestions } from './asks.ts'
import { saved } from './change.ts'
import type { CanceledRun } from './show-canceled.ts'

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
    saved_by: row.changed_by,
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
  await announceRun(mutation, row, run)
  return isLate ? undefined : run
}

/**
 * Ends the wait of a waiting run that's due, and marks a run that's too late as missed. Returns whether its steps can run.
 */
export async function continueRun(mutation: Mutation, id: number, lateMs: number): Promise<boolean> {
  const { tx, now, org } = mutation
  const found = await store.findRun(tx, org.id, id)
  // done or postponed by another process since it was read
  if (!found?.due_at || found.due_at > now) return false
  const run = found.state === 'waiting' ? await endWait(mutation, found) : found
  if (!run) return false
  // answers count, requests expire, and unresolved topics are worth a reminder, however late
  const isAnswered = run.wait_result !== null && run.wait_result !== 'elapsed'
  if (isAnswered || run.reminders !== null || now.getTime() - found.due_at.getTime() <= lateMs) return true
  const state: RunState = 'missed'
  const after = await store.changeRun(tx, run, { state, due_at: null, ended_at: now })
  if (after) await announceRun(mutation, await saved(mutation, run.automation_id, { last_run_state: state }), after)
  return false
}

async function endWait(mutation: Mutation, run: store.StoredRun): Promise<store.StoredRun | undefined> {
  const { tx } = mutation
  const state: RunState = 'running'
  if (run.asked_message_id === null && !askStepOf(run))
    return store.changeRun(tx, run, { state, wait_result: 'elapsed' })
  const after = await store.changeRun(tx, run, { state, wait_result: 'expired' })
  // its text says that it expired
  if (after) await closeRequest(mutation, run.asked_message_id, '')
  if (after) await closeQuestions(mutation, run, '')
  return after
}

export async function retryRun(mutation: Mutation, id: number): Promise<void> {
  const { tx, now } = mutation
  const run = await managedRun(tx, mutation, id)
  if (run.state !== 'failed' && run.state !== 'missed') throw cannotRetry()
  const state: RunState = 'running'
  const after = await store.changeRun(tx, run, { state, failure: null, due_at: now, ended_at: null })
  if (!after) throw cannotRetry()
  await announceRun(
    mutation,
    await saved(mutation, run.automation_id, { last_run_at: now, last_run_state: state }),
    after,
  )
}

export async function cancelRun(mutation: Mutation, id: number): Promise<CanceledRun> {
  const { tx, org, now } = mutation
  const run = await managedRun(tx, mutation, id)
  const state: RunState = 'canceled'
  const isInProgress = run.state === 'running' || run.state === 'waiting'
  const after = isInProgress && (await store.changeRun(tx, run, { state, due_at: null, ended_at: now }))
  if (!after) throw cannotCancel()
  const messageIds: MessageId[] = []
  if (run.state === 'waiting') {
    const { requestCanceled } = textsIn(org.language)
    await closeRequest(mutation, run.asked_message_id, requestCanceled)
    messageIds.push(...(await closeQuestions(mutation, run, requestCanceled)))
    if (run.asked_message_id !== null) messageIds.push(run.asked_message_id)
  }
  await removeQuestions(tx, run)
  const row = await saved(mutation, run.automation_id, { ...lastRun(run, now), last_run_state: state })
  await announceRun(mutation, row, after)
  return { row, run, messageIds }
}
