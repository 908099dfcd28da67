import { dayMs, type MessageId, seconds, secondsOrNull, type UserId } from '#contract'
import { anyOf, type Changes, jsonb, type NewRow, type Row, raw, sql, type Tx } from '#platform/db'
import { dueRows } from '#platform/timer'
import type { Channel } from '../../channels/channels/channel.ts'
import type { StoredCondition } from './conditions/input.ts'
import { maxWaitingRuns, runsKeptDays } from './limits.ts'
import type { StoredStep } from './steps/input.ts'
import type { StoredTrigger } from './triggers/input.ts'
import type { AutomationFacts, AutomationRunFacts, RunState, StepResultKind } from './wire.ts'

interface Parts {
  trigger: StoredTrigger
  steps: StoredStep[]
}
export type Stored = Omit<Row<'automation'>, keyof Parts | 'conditions'> & Parts & { conditions: StoredCondition[] }
export type StoredRun = Omit<Row<'automation_run'>, keyof Parts> & Parts
type Outcome = Row<'automation_outcome'>

export const toWire = (row: Stored): AutomationFacts => ({
  automation_id: row.id,
  name: row.name,
  description: row.description,
  stream_id: row.channel_id,
  bot_id: row.bot_id,
  trigger: row.trigger,
  conditions: row.conditions,
  steps: row.steps,
  revision: row.revision,
  is_enabled: row.is_enabled,
  max_runs_per_hour: row.max_runs_per_hour,
  paused_because: row.paused_because as AutomationFacts['paused_because'],
  failures: row.failures,
  next_at: secondsOrNull(row.due_at),
  last_run: row.last_run_at && { at: seconds(row.last_run_at), state: row.last_run_state as RunState },
  skipped_people: row.skipped_people,
  changed_by: row.changed_by,
  changed_at: seconds(row.changed_at),
})

export const runToWire = (row: StoredRun, outcomes: readonly Outcome[]): AutomationRunFacts => ({
  run_id: row.id,
  automation_id: row.automation_id,
  state: row.state as RunState,
  step: row.step,
  steps: row.steps,
  message_id: row.message_id,
  person_id: row.person_id,
  cause_at: seconds(row.cause_at),
  started_at: seconds(row.started_at),
  ended_at: secondsOrNull(row.ended_at),
  waiting_until: row.state === 'waiting' ? secondsOrNull(row.due_at) : null,
  failure: row.failure,
  outcomes: outcomes.map(({ step, at, message_id, failure, result, person_id }) => ({
    ...{ step, at: seconds(at), message_id, failure, person_id },
    result: result as StepResultKind | null,
  })),
})

export const scheduled = dueRows({ table: 'automation' })
export const running = dueRows({ table: 'automation_run' })
export const calls = dueRows({ table: 'automation_call' })
export type StoredCall = Row<'automation_call'>

export const list = (tx: Tx, orgId: number): Promise<Stored[]> =>
  tx.selectFrom('automation').selectAll().where('org_id', '=', orgId).orderBy('id').execute() as Promise<Stored[]>

export const find = (tx: Tx, orgId: number, id: number): Promise<Stored | undefined> =>
  tx
    .selectFrom('automation')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst() as Promise<Stored | undefined>

/** An automation, by the hash of its webhook's key. */
export const findByWebhook = (tx: Tx, orgId: number, hash: string): Promise<Stored | undefined> =>
  tx
    .selectFrom('automation')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('webhook_hash', '=', hash)
    .executeTakeFirst() as Promise<Stored | undefined>

export type StoredTriggerRow = Pick<Stored, 'id' | 'name' | 'channel_id' | 'trigger' | 'conditions' | 'is_enabled'>

/** Triggers and conditions of enabled automations. */
export const triggers = (tx: Tx, orgId: number): Promise<StoredTriggerRow[]> =>
  tx
    .selectFrom('automation')
    .select(['id', 'name', 'channel_id', 'trigger', 'conditions', 'is_enabled'])
    .where('org_id', '=', orgId)
    .where('is_enabled', '=', true)
    .execute() as Promise<StoredTriggerRow[]>

/** Commands of all automations, including ones that are turned off. */
export const commands = (tx: Tx, orgId: number): Promise<{ id: number; command: string }[]> =>
  tx
    .selectFrom('automation')
    .select(['id', sql<string>`trigger->>'command'`.as('command')])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`trigger->>'kind' = 'manual'`)
    .execute()

/** Ordered by ID. */
export const findMany = (tx: Tx, orgId: number, ids: readonly number[]): Promise<Stored[]> =>
  tx
    .selectFrom('automation')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .execute() as Promise<Stored[]>

const withJson = <V extends object>(row: V): V => ({
  ...row,
  ...('trigger' in row && row.trigger !== undefined ? { trigger: jsonb(row.trigger) } : {}),
  ...('conditions' in row && row.conditions !== undefined ? { conditions: jsonb(row.conditions) } : {}),
  ...('payload' in row && row.payload !== null ? { payload: jsonb(row.payload) } : {}),
  ...('answer' in row && row.answer !== null ? { answer: jsonb(row.answer) } : {}),
  ...('steps' in row && row.steps !== undefined ? { steps: jsonb(row.steps) } : {}),
})

export const insert = (tx: Tx, row: NewRow<'automation'>): Promise<Stored> =>
  tx.insertInto('automation').values(withJson(row)).returningAll().executeTakeFirstOrThrow() as Promise<Stored>

export const update = (tx: Tx, id: number, changes: Changes<'automation'>): Promise<Stored> =>
  tx
    .updateTable('automation')
    .set(withJson(changes))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<Stored>

export const remove = (tx: Tx, id: number): Promise<unknown> =>
  tx.deleteFrom('automation').where('id', '=', id).execute()

/** Undefined if the same cause has already started a run. */
export const insertRun = (tx: Tx, row: NewRow<'automation_run'>): Promise<StoredRun | undefined> =>
  tx
    .insertInto('automation_run')
    .values(withJson(row))
    .onConflict((conflict) => conflict.columns(['automation_id', 'once_key']).doNothing())
    .returningAll()
    .executeTakeFirst() as Promise<StoredRun | undefined>

export interface RunCounts {
  readonly automation: number
  readonly person: number
  readonly organization: number
}

/** Counts runs since a time: by automation, by person, and all event-triggered runs in the organization. */
export async function countRuns(
  tx: Tx,
  { org_id, automation_id, person_id }: Pick<StoredRun, 'org_id' | 'automation_id' | 'person_id'>,
  since: Date,
  { automation, person, organization }: RunCounts,
): Promise<RunCounts> {
  // perf: runs in a message's transaction, so use one statement and stop counting just above the limits
  const [counts] = await raw<RunCounts>(
    tx,
    `select
       (select count(*)::int from (select from automation_run
         where automation_id = $2 and started_at >= $4 limit $5) r) as automation,
       (select count(*)::int from (select from automation_run
         where org_id = $1 and person_id = $3 and started_at >= $4 limit $6) r) as person,
       (select count(*)::int from (select from automation_run
         where org_id = $1 and (person_id is not null or trigger->>'kind' = 'webhook') and started_at >= $4 limit $7) r) as organization`,
    [org_id, automation_id, person_id, since, automation + 1, person + 1, organization + 1],
  )
  return counts as RunCounts
}

export const runIdOf = async (tx: Tx, automationId: number, onceKey: string): Promise<number | undefined> =>
  (
    await tx
      .selectFrom('automation_run')
      .select('id')
      .where('automation_id', '=', automationId)
      .where('once_key', '=', onceKey)
      .executeTakeFirst()
  )?.id

/** False if the person has started the automation before. */
export async function noteFirstRun(
  tx: Tx,
  { id, org_id, automation_id, person_id }: Pick<StoredRun, 'id' | 'org_id' | 'automation_id' | 'person_id'>,
): Promise<boolean> {
  // perf: one statement, in the transaction of the message
  const noted = await raw(
    tx,
    `insert into automation_starter (org_id, automation_id, person_id)
     select $1, $2, $3
     where not exists (select from automation_run where automation_id = $2 and person_id = $3 and id <> $4)
     on conflict do nothing returning automation_id`,
    [org_id, automation_id, person_id, id],
  )
  return noted.length > 0
}

export const removeRun = (tx: Tx, id: number): Promise<unknown> =>
  tx.deleteFrom('automation_run').where('id', '=', id).execute()

export const findRun = (tx: Tx, orgId: number, id: number): Promise<StoredRun | undefined> =>
  tx
    .selectFrom('automation_run')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst() as Promise<StoredRun | undefined>

/** Undefined if the run is at another step or phase of it, or has ended. */
export const changeRun = (
  tx: Tx,
  { id, step, state, wait_result }: StoredRun,
  changes: Changes<'automation_run'>,
): Promise<StoredRun | undefined> =>
  tx
    .updateTable('automation_run')
    .set(withJson(changes))
    .where('id', '=', id)
    .where('step', '=', step)
    .where('state', '=', state)
    .where('wait_result', wait_result === null ? 'is' : '=', wait_result)
    .returningAll()
    .executeTakeFirst() as Promise<StoredRun | undefined>

export async function countWaiting(tx: Tx, automationId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('automation_run')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('automation_id', '=', automationId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Runs that wait for an answer to one of these messages. */
export const runsWaitingFor = (tx: Tx, orgId: number, messageIds: readonly MessageId[]): Promise<StoredRun[]> =>
  tx
    .selectFrom('automation_run')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('state', '=', 'waiting')
    .where('asked_message_id', '=', anyOf(messageIds))
    .orderBy('id')
    .execute() as Promise<StoredRun[]>

/** Runs that post reminders until a topic of the channel is resolved. */
export const runsReminding = (
  tx: Tx,
  orgId: number,
  { id, conversationId }: Pick<Channel, 'id' | 'conversationId'>,
): Promise<StoredRun[]> =>
  tx
    .selectFrom('automation_run as run')
    .leftJoin('message', 'message.id', 'run.message_id')
    .selectAll('run')
    .where('run.org_id', '=', orgId)
    .where('run.state', '=', 'waiting')
    .where('run.reminders', 'is not', null)
    .where(({ or, eb }) =>
      or([
        eb('run.channel_id', '=', id),
        eb('message.conversation_id', '=', conversationId),
        sql<boolean>`(run.steps->run.step->>'stream_id')::bigint = ${id}`,
      ]),
    )
    .orderBy('run.id')
    .execute() as Promise<StoredRun[]>

/** Does nothing if another process has queued the run's call. */
export const insertCall = (tx: Tx, row: NewRow<'automation_call'>): Promise<unknown> =>
  tx
    .insertInto('automation_call')
    .values(row)
    .onConflict((conflict) => conflict.column('run_id').doNothing())
    .execute()

export const retryCall = (tx: Tx, { id, attempts }: StoredCall, due_at: Date): Promise<unknown> =>
  tx
    .updateTable('automation_call')
    .set({ due_at, attempts: attempts + 1 })
    .where('id', '=', id)
    .execute()

/** Runs that wait for an answer by people, or members of a group, that may include the user. */
export const runsWaitingForApprovers = (tx: Tx, orgId: number, userId: UserId): Promise<StoredRun[]> =>
  tx
    .selectFrom('automation_run')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('state', '=', 'waiting')
    .where('asked_message_id', 'is not', null)
    .where(
      sql<boolean>`(steps->step->'user_ids' @> to_jsonb(${userId}::bigint) or steps->step->>'group_id' is not null)`,
    )
    .orderBy('id')
    .limit(maxWaitingRuns)
    .execute() as Promise<StoredRun[]>

export const insertOutcome = (
  tx: Tx,
  run: StoredRun,
  outcome: Partial<Pick<Outcome, 'message_id' | 'failure' | 'result' | 'person_id'>> & Pick<Outcome, 'at'>,
): Promise<unknown> =>
  tx
    .insertInto('automation_outcome')
    .values({ org_id: run.org_id, run_id: run.id, step: run.step, ...outcome })
    .execute()

/** Newest first. */
export async function runsOf(
  tx: Tx,
  automationId: number,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<StoredRun[]> {
  const all = tx.selectFrom('automation_run').selectAll().where('automation_id', '=', automationId)
  const page = before === undefined ? all : all.where('id', '<', before)
  return (await page.orderBy('id', 'desc').limit(limit).execute()) as StoredRun[]
}

export async function withOutcomes(tx: Tx, rows: readonly StoredRun[]): Promise<AutomationRunFacts[]> {
  if (rows.length === 0) return []
  const outcomes = await tx
    .selectFrom('automation_outcome')
    .selectAll()
    .where('run_id', '=', anyOf(rows.map(({ id }) => id)))
    .orderBy('id')
    .execute()
  return rows.map((row) =>
    runToWire(
      row,
      outcomes.filter(({ run_id }) => run_id === row.id),
    ),
  )
}

/** Keeps runs that are in progress. */
export function removeOldRuns(tx: Tx, automationId: number, now: Date): Promise<unknown> {
  const oldest = new Date(now.getTime() - runsKeptDays * dayMs)
  return tx
    .deleteFrom('automation_run')
    .where('automation_id', '=', automationId)
    .where('started_at', '<', oldest)
    .where('ended_at', '<', oldest)
    .execute()
}
