import type { MessageId, UserId } from '#contract'
import { anyOf, insertRows, jsonb, type Row, sql, type Tx } from '#platform/db'
import type { StoredRun } from './store.ts'

/** A message with a form that a run sent. */
export type Question = Omit<Row<'automation_question'>, 'answer'> & {
  /** By field name; null until it's answered. */
  readonly answer: Readonly<Record<string, string>> | null
}

export type SentQuestion = Pick<Question, 'message_id' | 'person_id'>

/** Replaces the step's questions of an earlier attempt. */
export async function insertQuestions(
  tx: Tx,
  { id, org_id, step }: StoredRun,
  asked: readonly SentQuestion[],
): Promise<void> {
  await tx.deleteFrom('automation_question').where('run_id', '=', id).where('step', '=', step).execute()
  await insertRows(
    tx,
    'automation_question',
    asked.map((question) => ({ org_id, run_id: id, step, ...question })),
  )
}

/** In the order in which they were sent. */
export const questionsOf = (tx: Tx, runId: number): Promise<Question[]> =>
  tx
    .selectFrom('automation_question')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy('message_id')
    .execute() as Promise<Question[]>

/** Questions that runs wait for. */
const openQuestions = (tx: Tx, orgId: number) =>
  tx
    .selectFrom('automation_question as q')
    .innerJoin('automation_run as r', (join) => join.onRef('r.id', '=', 'q.run_id').onRef('r.step', '=', 'q.step'))
    .selectAll('q')
    .where('q.org_id', '=', orgId)
    .where('q.answer', 'is', null)
    .where('r.state', '=', 'waiting')
    .orderBy('q.message_id')

export const openQuestionsIn = (tx: Tx, orgId: number, messageIds: readonly MessageId[]): Promise<Question[]> =>
  openQuestions(tx, orgId).where('q.message_id', '=', anyOf(messageIds)).execute() as Promise<Question[]>

/** Questions to people in direct messages. */
export const openPersonalQuestions = (tx: Tx, orgId: number): Promise<Question[]> =>
  openQuestions(tx, orgId).where('q.person_id', 'is not', null).execute() as Promise<Question[]>

/** Questions that the user may have to answer: to the user, or to people or a group in a topic. */
export const openQuestionsFor = (tx: Tx, orgId: number, userId: UserId): Promise<Question[]> =>
  openQuestions(tx, orgId)
    .where(
      sql<boolean>`(q.person_id = ${userId} or (q.person_id is null and
        (r.steps->r.step->'user_ids' @> to_jsonb(${userId}::bigint) or r.steps->r.step->>'group_id' is not null)))`,
    )
    .execute() as Promise<Question[]>

/** Whether a form is a question of an automation that asks people, answered or not. */
export async function isQuestion(tx: Tx, messageId: MessageId): Promise<boolean> {
  const query = tx.selectFrom('automation_question').select('run_id').where('message_id', '=', messageId)
  return (await query.executeTakeFirst()) !== undefined
}

export const saveAnswer = (
  tx: Tx,
  messageId: MessageId,
  { answer, answered_by }: { readonly answer: Readonly<Record<string, string>>; readonly answered_by: UserId },
): Promise<unknown> =>
  tx
    .updateTable('automation_question')
    .set({ answer: jsonb(answer), answered_by })
    .where('message_id', '=', messageId)
    .execute()

export const removeQuestion = (tx: Tx, messageId: MessageId): Promise<unknown> =>
  tx.deleteFrom('automation_question').where('message_id', '=', messageId).execute()

/** Deletes what people answered, when the run has ended. */
export const removeQuestions = (tx: Tx, { id, steps }: StoredRun): Promise<unknown> =>
  // perf: most runs ask no one
  steps.some(({ kind }) => kind === 'ask')
    ? tx.deleteFrom('automation_question').where('run_id', '=', id).execute()
    : Promise.resolve()
