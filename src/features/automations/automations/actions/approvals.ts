import type { MessageId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { type ReadableMessage, readableMessageFacts } from '../../../messages/messages/access/readable.ts'
import { closeForm } from '../../../messages/messages/submessages/interactive-actions.ts'
import { notOpen } from '../../../messages/messages/submessages/interactive-errors.ts'
import { cannotApproveOwnRequest, noApprovers, requestDeleted } from '../errors.ts'
import type { StoredApprove } from '../steps/approve-input.ts'
import * as store from '../store.ts'
import { textsIn } from '../texts.ts'
import type { RunState } from '../wire.ts'
import { announceRun } from './announce-run.ts'
import { failRun } from './fail-run.ts'
import { approveButton, hasActiveApprover } from './steps/approvers.ts'

const approveStepOf = ({ steps, step }: store.StoredRun): StoredApprove | undefined => {
  const current = steps[step]
  return current?.kind === 'approve' ? current : undefined
}

/** Records the viewer's answer, and lets the run continue. The first answer counts: later ones find the form closed. */
export async function answerApproval(
  mutation: Mutation,
  message: ReadableMessage,
  button: string | undefined,
): Promise<void> {
  const { tx, org, now, viewer } = mutation
  const [run] = await store.runsWaitingFor(tx, org.id, [message.id])
  const step = run && approveStepOf(run)
  if (!run || !step) throw notOpen()
  const isApproved = button === approveButton
  const canEveryoneAnswer = step.user_ids === null && step.group_id === null
  if (isApproved && canEveryoneAnswer && run.person_id === viewer.id) throw cannotApproveOwnRequest()
  const state: RunState = 'running'
  const after = await store.changeRun(tx, run, {
    state,
    wait_result: isApproved ? 'approved' : 'declined',
    approver_id: viewer.id,
    due_at: now,
  })
  const row = await store.find(tx, org.id, run.automation_id)
  if (!after || !row) throw notOpen()
  await closeForm(mutation, message, '')
  await announceRun(mutation, row, after)
}

/** Closes the form of a request that no longer waits for an answer. */
export async function closeRequest(mutation: Mutation, messageId: MessageId | null, note: string): Promise<void> {
  const ids = messageId === null ? [] : [messageId]
  const [message] = await readableMessageFacts(mutation.tx, mutation.org.id, ids)
  if (message) await closeForm(mutation, message, note)
}

export async function failRunsOfDeletedRequests(mutation: Mutation, messageIds: readonly MessageId[]): Promise<void> {
  for (const run of await store.runsWaitingFor(mutation.tx, mutation.org.id, messageIds)) {
    const row = await store.find(mutation.tx, mutation.org.id, run.automation_id)
    if (row) await failRun(mutation, row, run, requestDeleted())
  }
}

/** Fails runs that wait for an account that's being deactivated, if no one else can answer. */
export async function failRunsWithoutApprovers(mutation: Mutation, userId: UserId): Promise<void> {
  const { tx, org } = mutation
  for (const run of await store.runsWaitingForApprovers(tx, org.id, userId)) {
    const step = approveStepOf(run)
    const row = await store.find(tx, org.id, run.automation_id)
    if (!step || !row || hasActiveApprover(org, step, { without: userId })) continue
    await closeRequest(mutation, run.asked_message_id, textsIn(org.language).requestCanceled)
    await failRun(mutation, row, run, noApprovers())
  }
}
