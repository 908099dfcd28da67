import { type ChannelId, type MessageId, type UserId, unitSecs } from '#contract'
import type { Mutation } from '#platform/organization'
import { managersOf } from '../access.ts'
import { automationRunUpdated } from '../api.ts'
import { type ConditionCause, ConditionCheck } from '../conditions/hold.ts'
import { unfinishedRuns } from '../due.ts'
import { eventTriggersCache } from '../event-triggers-cache.ts'
import { maxRunsPerHour } from '../limits.ts'
import * as store from '../store.ts'
import { saved } from './change.ts'
import { nextDepth } from './depth.ts'

interface RunCause {
  /** Idempotency key: each cause starts at most one run per automation. */
  readonly onceKey: string
  /** Null for webhooks. */
  readonly personId: UserId | null
  readonly messageId?: MessageId
  /** Set if there is no message. */
  readonly channelId?: ChannelId
  readonly topic?: string
  /** What the person entered after a slash command. */
  readonly text?: string
  /** What a webhook posted. */
  readonly payload?: unknown
}

type RunLimit = keyof store.RunCounts

/** Runs per hour. */
export const runLimitsOf = ({ max_runs_per_hour }: store.Stored): store.RunCounts => ({
  ...maxRunsPerHour,
  automation: max_runs_per_hour,
})

type Place = Pick<ConditionCause, 'channel' | 'topic' | 'content'>

/**
 * Queues runs in the transaction of their cause; the job scheduler executes them. Automations whose conditions aren't met
 * are left out, so they don't count toward limits.
 */
export async function startRuns(
  mutation: Mutation,
  listeners: readonly { readonly automationId: number }[],
  cause: RunCause & { readonly personId: UserId },
  place: Place,
): Promise<void> {
  if (listeners.length === 0) return
  const triggers = mutation.get(eventTriggersCache)
  const check = new ConditionCheck(mutation, { ...cause, ...place })
  const ids: number[] = []
  for (const { automationId } of listeners)
    if (await check.hold(triggers.conditionsOf(automationId))) ids.push(automationId)
  if (ids.length === 0) return
  for (const row of await store.findMany(mutation.tx, mutation.org.id, ids)) {
    const result = await startRun(mutation, row, cause)
    // a single user can't pause an automation, and slash commands report the limit
    if ((result === 'automation' || result === 'organization') && row.trigger.kind !== 'manual')
      await saved(mutation, row.id, { is_enabled: false, paused_because: 'runs' })
  }
}

/**
 * Returns the limit that another run would exceed, or `repeated` if the automation only runs once per person; undefined
 * if the same cause has already started a run, or too many automations have triggered each other.
 */
export async function startRun(
  mutation: Mutation,
  row: store.Stored,
  cause: RunCause,
): Promise<store.StoredRun | RunLimit | 'repeated' | undefined> {
  const { tx, org, now } = mutation
  const depth = nextDepth(mutation)
  if (depth === undefined) return undefined
  const run = await store.insertRun(tx, {
    org_id: org.id,
    automation_id: row.id,
    once_key: cause.onceKey,
    message_id: cause.messageId ?? null,
    channel_id: cause.channelId ?? null,
    topic: cause.topic ?? null,
    text: cause.text ?? null,
    person_id: cause.personId,
    payload: cause.payload ?? null,
    cause_at: now,
    trigger: row.trigger,
    steps: row.steps,
    saved_by: row.changed_by,
    depth,
    state: 'running',
    due_at: now,
    started_at: now,
  })
  // for example, the reaction was re-added, or the person rejoined
  if (!run) return undefined
  // re-enabling a paused automation resets the count
  const since = new Date(Math.max(now.getTime() - unitSecs.hour * 1_000, row.changed_at.getTime()))
  const limits = runLimitsOf(row)
  const counts = await store.countRuns(tx, run, since, limits)
  const exceeded = (['person', 'automation', 'organization'] as const).find((scope) => counts[scope] > limits[scope])
  if (exceeded) {
    await store.removeRun(tx, run.id)
    return exceeded
  }
  if (row.conditions.some(({ kind }) => kind === 'first_time') && !(await store.noteFirstRun(tx, run))) {
    await store.removeRun(tx, run.id)
    return 'repeated'
  }
  mutation.emit(automationRunUpdated, { run: store.runToWire(run, []) }, managersOf(org, row))
  mutation.onCommit(() => org.services.workDue(unfinishedRuns, now))
  return run
}
