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
}

/** Queues runs in the transaction of their cause; the job scheduler executes them. */
export async function startRuns(
  mutation: Mutation,
  listeners: readonly { readonly automationId: number }[],
  cause: RunCause,
): Promise<void> {
  if (listeners.length === 0) return
  const ids = listeners.map(({ automationId }) => automationId)
  for (const row of await store.findMany(mutation.tx, mutation.org.id, ids)) await startRun(mutation, row, cause)
}

async function startRun(mutation: Mutation, row: store.Stored, cause: RunCause) {
  const { tx, org, now } = mutation
  const run = await store.insertRun(tx, {
    org_id: org.id,
    automation_id: row.id,
    once_key: cause.onceKey,
    message_id: cause.messageId ?? null,
    channel_id: cause.channelId ?? null,
    person_id: cause.personId,
    cause_at: now,
    trigger: row.trigger,
    steps: row.steps,
    state: 'running',
    due_at: now,
    started_at: now,
  })
  // already ran: the reaction was re-added, or the person rejoined
  if (!run) return
  // re-enabling a paused automation resets the count
  const since = new Date(Math.max(now.getTime() - unitSecs.hour * 1_000, row.changed_at.getTime()))
  const counts = await store.countRuns(tx, run, since)
  const exceeds = (scope: keyof typeof counts) => counts[scope] > maxRunsPerHour[scope]
  if (exceeds('automation') || exceeds('person') || exceeds('organization')) {
    await store.removeRun(tx, run.id)
    // a single user can't pause an automation
    if (!exceeds('person')) await saved(mutation, row.id, { is_enabled: false, paused_because: 'runs' })
    return
  }
  mutation.emit(automationRunUpdated, { run: store.runToWire(run, []) }, managersOf(org, row))
  mutation.onCommit(() => org.services.workDue(unfinishedRuns, now))
}
