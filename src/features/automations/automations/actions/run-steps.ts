import { ApiError, type MessageId } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import { readerOf } from '../../../messages/messages/access/reader.ts'
import { type Cause, causeOf } from '../cause.ts'
import { tooManyWaiting } from '../errors.ts'
import { maxWaitingRuns } from '../limits.ts'
import { insertQuestions, removeQuestions, type SentQuestion } from '../questions-store.ts'
import type { StoredStep } from '../steps/input.ts'
import * as store from '../store.ts'
import type { RunState, WaitResult } from '../wire.ts'
import { announceRun, lastRun } from './announce-run.ts'
import { saved } from './change.ts'
import { setRunDepth } from './depth.ts'
import { failRun } from './fail-run.ts'
import { runContext } from './run-context.ts'
import type { Effect, RunContext, StepResult } from './steps/step-kind.ts'
import { kindOf } from './steps/step-kinds.ts'

/**
 * Runs the remaining steps. A step and its progress are saved in one transaction, so each runs exactly once. Returns
 * whether a call is queued, which has to be made before the next step.
 */
export async function runSteps(org: Organization, id: number): Promise<boolean> {
  for (;;) {
    const [run, row] = await org.db.read(async (tx) => {
      const found = await store.findRun(tx, org.id, id)
      return [found, found && (await store.find(tx, org.id, found.automation_id))] as const
    })
    if (!run || !row || run.state !== 'running') return false
    if (!run.due_at) return true
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
  if (!step) throw new Error(`Run ${run.id} of an automation has no step ${run.step}`)
  const context = await runContext(org, row, run)
  const { cause } = context
  try {
    let next: StepResult['more'] = { effect: await preparedEffect(context, step, run) }
    // a part in its own commit doesn't hold up the requests before it
    for (let alone = false; next; alone = true) {
      const { effect, when }: NonNullable<StepResult['more']> = next
      await when
      next = await org.transact(
        row.bot_id,
        (mutation) => completeStep(mutation, row, run, { cause, effect }),
        undefined,
        {
          alone,
        },
      )
    }
  } finally {
    for (const cleanUp of context.cleanups) cleanUp()
  }
}

interface Completion {
  /** Undefined if the step doesn't depend on it. */
  readonly cause?: Cause | undefined
  readonly effect: Effect
  readonly changes?: Parameters<typeof store.changeRun>[2]
}

/**
 * Applies a step's effect and advances the run; does nothing if another process has. Returns the rest of a step that
 * takes several transactions.
 */
export async function completeStep(
  mutation: Mutation,
  row: store.Stored,
  run: store.StoredRun,
  { cause, effect, changes }: Completion,
): Promise<StepResult['more']> {
  const { tx, now } = mutation
  const isLast = run.step === run.steps.length - 1
  const state: RunState = isLast ? 'done' : 'running'
  const after = await store.changeRun(tx, run, {
    ...changes,
    step: run.step + 1,
    state,
    wait_result: null,
    asked_message_id: null,
    reminders: null,
    ...(isLast ? { due_at: null, ended_at: now, ...noValues } : {}),
  })
  if (!after) return undefined
  if (cause) await causeOf(tx, await readerOf(mutation), row, run)
  setRunDepth(mutation, run.depth)
  const runs = { before: run, advanced: after }
  const { more, ...result } = await effect(mutation)
  if (more) await stayAtStep(mutation, runs)
  else await applyResult(mutation, row, runs, result)
  return more
}

/** How long other processes leave a run alone between the parts of a step. */
const partMs = 60_000

async function stayAtStep(mutation: Mutation, runs: Advanced): Promise<void> {
  const due_at = new Date(mutation.now.getTime() + partMs)
  await changeAdvanced(mutation, runs, { ...backAtStep(runs), state: 'running', due_at })
}

async function applyResult(
  mutation: Mutation,
  row: store.Stored,
  runs: Advanced,
  { wait, end, calls, questions: asked, ...outcome }: Omit<StepResult, 'more'>,
): Promise<void> {
  const { tx, now } = mutation
  const { before: run, advanced: after } = runs
  const isLast = run.step === run.steps.length - 1
  if (asked) await insertQuestions(tx, run, asked)
  if (wait) return pauseRun(mutation, row, { ...runs, wait, asked, ...outcome })
  if (calls) return queueCall(mutation, row, runs)
  await store.insertOutcome(tx, run, { at: now, ...outcome })
  if (end) return endRun(mutation, row, { ...runs, state: end })
  if (isLast) await removeQuestions(tx, run)
  if (isLast) await saved(mutation, row.id, { ...lastRun(run, now), last_run_state: 'done', failures: 0 })
  if (isLast && run.trigger.kind !== 'schedule') await store.removeOldRuns(tx, row.id, now)
  await announceRun(mutation, row, after)
}

/** What services sent isn't kept after the run. */
const noValues = { payload: null, answer: null } as const

async function preparedEffect(context: RunContext, step: StoredStep, run: store.StoredRun): Promise<Effect> {
  const kind = kindOf(step)
  const { wait_result, asked_message_id: messageId, approver_id: approverId } = run
  const reminders = run.reminders ?? 0
  if (wait_result === null) return kind.prepare(context, step)
  if (!kind.resume) throw new Error(`Run ${run.id} of an automation waited in step ${run.step}, which doesn't wait`)
  return kind.resume(context, step, { result: wait_result as WaitResult, messageId, approverId, reminders })
}

type Wait = NonNullable<StepResult['wait']>

interface Advanced {
  readonly before: store.StoredRun
  /** The run after it was moved to the next step. */
  readonly advanced: store.StoredRun
}

async function changeAdvanced(
  { tx }: Mutation,
  { before, advanced }: Advanced,
  changes: Parameters<typeof store.changeRun>[2],
): Promise<store.StoredRun> {
  const after = await store.changeRun(tx, advanced, { step: before.step, ...changes })
  if (!after) throw new Error(`Run ${before.id} of an automation was changed by another transaction`)
  return after
}

/** Takes the run back to its step, to undo what moving it on has changed. */
const backAtStep = ({ before: { payload, answer } }: Advanced) => ({ ended_at: null, payload, answer })

/** Queues the run's call. It's made in the background, because it can take long. */
async function queueCall(mutation: Mutation, row: store.Stored, runs: Advanced): Promise<void> {
  const { tx, org, now } = mutation
  const { id, step } = runs.before
  await changeAdvanced(mutation, runs, { ...backAtStep(runs), state: 'running', due_at: null })
  await store.insertCall(tx, { org_id: org.id, run_id: id, bot_id: row.bot_id, step, due_at: now })
}

interface Pause {
  readonly wait: Wait
  readonly message_id?: MessageId
  /** Forms have their own table. */
  readonly asked: readonly SentQuestion[] | undefined
}

/** Takes the run back to the step that waits. */
async function pauseRun(
  mutation: Mutation,
  row: store.Stored,
  { wait, message_id, asked, ...runs }: Advanced & Pause,
): Promise<void> {
  const { tx, now } = mutation
  if ((await store.countWaiting(tx, row.id)) >= maxWaitingRuns) throw tooManyWaiting({}, { limit: maxWaitingRuns })
  const state: RunState = 'waiting'
  const { until, reminders = null } = wait
  const isAsked = message_id !== undefined && !asked && reminders === null
  const asked_message_id = isAsked ? message_id : null
  const after = await changeAdvanced(mutation, runs, {
    ...backAtStep(runs),
    state,
    due_at: until,
    asked_message_id,
    reminders,
  })
  if (message_id !== undefined) await store.insertOutcome(tx, runs.before, { at: now, message_id })
  if (after.person_id === null) await saved(mutation, row.id, { last_run_state: state })
  await announceRun(mutation, row, after)
}

/** Ends the run at its current step. */
async function endRun(
  mutation: Mutation,
  row: store.Stored,
  { state, ...runs }: Advanced & { readonly state: RunState },
): Promise<void> {
  const { tx, now } = mutation
  const after = await changeAdvanced(mutation, runs, { state, due_at: null, ended_at: now, ...noValues })
  await removeQuestions(tx, after)
  await saved(mutation, row.id, { ...lastRun(after, now), last_run_state: state, failures: 0 })
  await store.removeOldRuns(tx, row.id, now)
  await announceRun(mutation, row, after)
}
