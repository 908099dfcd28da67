import type { ApiError, GroupId, MessageId, UserId } from '#contract'
import { userDeactivated } from '#contract'
import type { Mutation } from '#platform/organization'
import { type ReadableMessage, readableMessageFacts } from '../../../messages/messages/access/readable.ts'
import { closeForm } from '../../../messages/messages/submessages/interactive-actions.ts'
import { notOpen } from '../../../messages/messages/submessages/interactive-errors.ts'
import type { Group } from '../../../people/groups/group.ts'
import { cannotAnswer, formDeleted } from '../errors.ts'
import { membershipChanges } from '../group-changes.ts'
import * as questions from '../questions-store.ts'
import type { StoredAsk } from '../steps/ask-input.ts'
import * as store from '../store.ts'
import { textsIn } from '../texts.ts'
import type { RunState } from '../wire.ts'
import { announceRun } from './announce-run.ts'
import { checkAnswer } from './check-answer.ts'
import { failRun } from './fail-run.ts'
import { hasActiveApprover } from './steps/approvers.ts'
import { answerOf } from './steps/form.ts'

export const askStepOf = ({ steps, step }: store.StoredRun): StoredAsk | undefined => {
  const current = steps[step]
  return current?.kind === 'ask' ? current : undefined
}

/** Stores the viewer's answer, and lets the run continue if it was the last one. */
export async function answerQuestion(
  mutation: Mutation,
  message: ReadableMessage,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const { tx, org, viewer } = mutation
  const [question] = await questions.openQuestionsIn(tx, org.id, [message.id])
  const run = question && (await store.findRun(tx, org.id, question.run_id))
  const step = run && askStepOf(run)
  if (!step) throw notOpen()
  const answer = answerOf(step, values)
  await checkAnswer(mutation, message, run, step, answer)
  await questions.saveAnswer(tx, message.id, { answer, answered_by: viewer.id })
  await closeForm(mutation, message, '')
  await continueIfAnswered(mutation, run)
}

async function continueIfAnswered(mutation: Mutation, run: store.StoredRun): Promise<void> {
  const { tx, org, now } = mutation
  const all = await questions.questionsOf(tx, run.id)
  if (all.some(({ step, answer }) => step === run.step && answer === null)) return
  const state: RunState = 'running'
  const after = await store.changeRun(tx, run, { state, wait_result: 'answered', due_at: now })
  const row = await store.find(tx, org.id, run.automation_id)
  if (after && row) await announceRun(mutation, row, after)
}

/** Closes the forms that a run waits for; returns their messages. */
export async function closeQuestions(mutation: Mutation, run: store.StoredRun, note: string): Promise<MessageId[]> {
  if (!askStepOf(run)) return []
  const open = (await questions.questionsOf(mutation.tx, run.id)).filter(
    ({ step, answer }) => step === run.step && answer === null,
  )
  const ids = open.map(({ message_id }) => message_id)
  await closeForms(mutation, ids, note)
  return ids
}

async function closeForms(mutation: Mutation, ids: readonly MessageId[], note: string): Promise<void> {
  for (const message of await readableMessageFacts(mutation.tx, mutation.org.id, ids))
    await closeForm(mutation, message, note)
}

/** Returns whether some of the messages were forms that runs waited for. */
export const forgetDeletedForms = async (mutation: Mutation, messageIds: readonly MessageId[]): Promise<boolean> =>
  withdraw(mutation, await questions.openQuestionsIn(mutation.tx, mutation.org.id, messageIds), () => formDeleted())

/** Withdraws what only an account that's being deactivated could answer. */
export const withdrawFromDeactivated = async (mutation: Mutation, userId: UserId): Promise<boolean> =>
  withdraw(mutation, await questions.openQuestionsFor(mutation.tx, mutation.org.id, userId), (step) => {
    if (step.to !== 'topic') return userDeactivated()
    return hasActiveApprover(mutation.org, step, { without: userId }) ? undefined : cannotAnswer()
  })

/** Withdraws questions from people who have left the group that's being asked. */
export async function withdrawFromFormerMembers(mutation: Mutation, before: Group, after: Group): Promise<boolean> {
  const { tx, org } = mutation
  const open = await questions.openPersonalQuestions(tx, org.id)
  if (open.length === 0) return false
  const leavers = new Map<GroupId, ReadonlySet<UserId>>()
  const hasLeft = (groupId: GroupId, userId: UserId) => {
    const left = leavers.get(groupId) ?? new Set(membershipChanges(org, groupId, before, after).left)
    leavers.set(groupId, left)
    return left.has(userId)
  }
  return withdraw(mutation, open, ({ to, group_id }, { person_id }) =>
    to === 'group' && group_id !== null && person_id !== null && hasLeft(group_id as GroupId, person_id)
      ? userDeactivated()
      : undefined,
  )
}

/**
 * Closes questions that can no longer be answered. A group's run continues without them; others fail with the error that
 * `problemOf` returns, which is undefined for questions that can still be answered.
 */
async function withdraw(
  mutation: Mutation,
  open: readonly questions.Question[],
  problemOf: (step: StoredAsk, question: questions.Question) => ApiError | undefined,
): Promise<boolean> {
  const { tx, org } = mutation
  const note = textsIn(org.language).requestCanceled
  let isChanged = false
  for (const [runId, asked] of byRun(open)) {
    const run = await store.findRun(tx, org.id, runId)
    const step = run && askStepOf(run)
    const row = run && (await store.find(tx, org.id, run.automation_id))
    if (!step || !row) continue
    for (const question of asked) {
      const problem = problemOf(step, question)
      if (!problem) continue
      isChanged = true
      await closeForms(mutation, [question.message_id], note)
      await questions.removeQuestion(tx, question.message_id)
      if (step.to !== 'group') await failRun(mutation, row, run, problem)
    }
    if (isChanged && step.to === 'group') await continueIfAnswered(mutation, run)
  }
  return isChanged
}

function byRun(open: readonly questions.Question[]): Map<number, questions.Question[]> {
  const runs = new Map<number, questions.Question[]>()
  for (const question of open) runs.set(question.run_id, [...(runs.get(question.run_id) ?? []), question])
  return runs
}
