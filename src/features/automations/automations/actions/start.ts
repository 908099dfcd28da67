import { type ChannelId, type MessageId, type UserId, unitSecs } from '#contract'
import type { Mutation } from '#platform/organization'
import { managersOf } from '../access.ts'
import { automationRunUpdated } from '../api.ts'
import { unfinishedRuns } from '../due.ts'
import { maxRunsPerHour } from '../limits.ts'
import * as store from '../store.ts'
import { saved } from './change.ts'

interface Started {
  /** Identifies the cause, so that it starts only one run of each automation. */
  readonly onceKey: string
  readonly personId: UserId
  readonly messageId?: MessageId
  /** For causes without a message. */
  readonly channelId?: ChannelId
}

/** In the transaction of the cause; the timer carries out the runs. */
export async function startRuns(
  mutation: Mutation,
  waiting: readonly { readonly automationId: number }[],
  cause: Started,
): Promise<void> {
  if (waiting.length === 0) return
  const ids = waiting.map(({ automationId }) => automationId)
  for (const row of await store.findMany(mutation.tx, mutation.org.id, ids)) await startRun(mutation, row, cause)
}

async function startRun(mutation: Mutation, row: store.Stored, cause: Started) {
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
  // the reaction was removed and added again, or the person joined again
  if (!run) return
  // turning a paused automation on again starts a new count
  const since = new Date(Math.max(now.getTime() - unitSecs.hour * 1_000, row.changed_at.getTime()))
  const counts = await store.countRuns(tx, run, since)
  const isOver = (scope: keyof typeof counts) => counts[scope] > maxRunsPerHour[scope]
  if (isOver('automation') || isOver('person') || isOver('organization')) {
    await store.removeRun(tx, run.id)
    // one person alone can't turn off an automation
    if (!isOver('person')) await saved(mutation, row.id, { is_enabled: false, paused_because: 'runs' })
    return
  }
  mutation.emit(automationRunUpdated, { run: store.runToWire(run, []) }, managersOf(org, row))
  mutation.onCommit(() => org.services.workDue(unfinishedRuns, now))
}
