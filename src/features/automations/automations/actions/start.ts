import { type ChannelId, type MessageId, type UserId, unitSecs } from '#contract'
import type { Mutation } from '#platform/organization'
import { managersOf } from '../access.ts'
import { automationRunUpdated } from '../api.ts'
import { unfinishedRuns } from '../due.ts'
import { maxRunsPerHour } from '../limits.ts'
import * as store from '../store.ts'
import { saved } from './change.ts'

interface RunCause {
  /** Idempotency key: each cause starts at most one run per automation. */
  readonly onceKey: string
  readonly personId: UserId
  readonly messageId?: MessageId
  /** Set if there is no message. */
  readonly channelId?: ChannelId
  readonly topic?: string
  /** What the person entered after a slash command. */
  readonly text?: string
}

type RunLimit = keyof typeof maxRunsPerHour

/** Queues runs in the transaction of their cause; the job scheduler executes them. */
export async function startRuns(
  mutation: Mutation,
  listeners: readonly { readonly automationId: number }[],
  cause: RunCause,
): Promise<void> {
  if (listeners.length === 0) return
  const ids = listeners.map(({ automationId }) => automationId)
  for (const row of await store.findMany(mutation.tx, mutation.org.id, ids)) {
    const result = await startRun(mutation, row, cause)
    // a single user can't pause an automation, and slash commands report the limit
    if ((result === 'automation' || result === 'organization') && row.trigger.kind !== 'manual')
      await saved(mutation, row.id, { is_enabled: false, paused_because: 'runs' })
  }
}

/** Returns the limit that another run would exceed; undefined if the same cause has already started a run. */
export async function startRun(
  mutation: Mutation,
  row: store.Stored,
  cause: RunCause,
): Promise<store.StoredRun | RunLimit | undefined> {
  const { tx, org, now } = mutation
  const run = await store.insertRun(tx, {
    org_id: org.id,
    automation_id: row.id,
    once_key: cause.onceKey,
    message_id: cause.messageId ?? null,
    channel_id: cause.channelId ?? null,
    topic: cause.topic ?? null,
    text: cause.text ?? null,
    person_id: cause.personId,
    cause_at: now,
    trigger: row.trigger,
    steps: row.steps,
    state: 'running',
    due_at: now,
    started_at: now,
  })
  // for example, the reaction was re-added, or the person rejoined
  if (!run) return undefined
  // re-enabling a paused automation resets the count
  const since = new Date(Math.max(now.getTime() - unitSecs.hour * 1_000, row.changed_at.getTime()))
  const counts = await store.countRuns(tx, run, since)
  const exceeded = (['person', 'automation', 'organization'] as const).find(
    (scope) => counts[scope] > maxRunsPerHour[scope],
  )
  if (exceeded) {
    await store.removeRun(tx, run.id)
    return exceeded
  }
  mutation.emit(automationRunUpdated, { run: store.runToWire(run, []) }, managersOf(org, row))
  mutation.onCommit(() => org.services.workDue(unfinishedRuns, now))
  return run
}
