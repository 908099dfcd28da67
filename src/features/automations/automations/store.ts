import { dayMs, type MessageId, seconds, secondsOrNull } from '#contract'
import { anyOf, type Changes, jsonb, type NewRow, type Row, raw, sql, type Tx } from '#platform/db'
import { dueRows } from '#platform/timer'
import { maxRunsPerHour, runsKeptDays } from './limits.ts'
import type { StoredStep } from './steps/input.ts'
import type { StoredTrigger } from './triggers/input.ts'
import type { AutomationFacts, AutomationRunFacts, RunState } from './wire.ts'

interface Parts {
  trigger: StoredTrigger
  steps: StoredStep[]
}
export type Stored = Omit<Row<'automation'>, keyof Parts> & Parts
export type StoredRun = Omit<Row<'automation_run'>, keyof Parts> & Parts
type Outcome = Row<'automation_outcome'>

export const toWire = (row: Stored): AutomationFacts => ({
  automation_id: row.id,
  name: row.name,
  description: row.description,
  stream_id: row.channel_id,
  bot_id: row.bot_id,
  trigger: row.trigger,
  steps: row.steps,
  revision: row.revision,
  is_enabled: row.is_enabled,
  paused_because: row.paused_because as AutomationFacts['paused_because'],
  failures: row.failures,
  next_at: secondsOrNull(row.due_at),
  last_run: row.last_run_at && { at: seconds(row.last_run_at), state: row.last_run_state as RunState },
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
  failure: row.failure,
  outcomes: outcomes.map(({ step, at, message_id, failure }) => ({ step, at: seconds(at), message_id, failure })),
})

export const scheduled = dueRows({ table: 'automation' })
export const running = dueRows({ table: 'automation_run' })

export const list = (tx: Tx, orgId: number): Promise<Stored[]> =>
  tx.selectFrom('automation').selectAll().where('org_id', '=', orgId).orderBy('id').execute() as Promise<Stored[]>

export const find = (tx: Tx, orgId: number, id: number): Promise<Stored | undefined> =>
  tx
    .selectFrom('automation')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst() as Promise<Stored | undefined>

export type StoredTriggerRow = Pick<Stored, 'id' | 'name' | 'channel_id' | 'trigger' | 'is_enabled'>

/** Triggers of enabled automations. */
export const triggers = (tx: Tx, orgId: number): Promise<StoredTriggerRow[]> =>
  tx
    .selectFrom('automation')
    .select(['id', 'name', 'channel_id', 'trigger', 'is_enabled'])
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

interface RunCounts {
  readonly automation: number
  readonly person: number
  readonly organization: number
}

/** Counts runs since a time: by automation, by person, and all event-triggered runs in the organization. */
export async function countRuns(
  tx: Tx,
  { org_id, automation_id, person_id }: Pick<StoredRun, 'org_id' | 'automation_id' | 'person_id'>,
  since: Date,
): Promise<RunCounts> {
  const { automation, person, organization } = maxRunsPerHour
  // perf: runs in a message's transaction, so use one statement and stop counting just above the limits
  const [counts] = await raw<RunCounts>(
    tx,
    `select
       (select count(*)::int from (select from automation_run
         where automation_id = $2 and started_at >= $4 limit $5) r) as automation,
       (select count(*)::int from (select from automation_run
         where org_id = $1 and person_id = $3 and started_at >= $4 limit $6) r) as person,
       (select count(*)::int from (select from automation_run
         where org_id = $1 and person_id is not null and started_at >= $4 limit $7) r) as organization`,
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

export const removeRun = (tx: Tx, id: number): Promise<unknown> =>
  tx.deleteFrom('automation_run').where('id', '=', id).execute()

export const findRun = (tx: Tx, orgId: number, id: number): Promise<StoredRun | undefined> =>
  tx
    .selectFrom('automation_run')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst() as Promise<StoredRun | undefined>

/** Undefined if the run is at another step, or has ended. */
export const changeRun = (
  tx: Tx,
  { id, step, state }: StoredRun,
  changes: Changes<'automation_run'>,
): Promise<StoredRun | undefined> =>
  tx
    .updateTable('automation_run')
    .set(changes)
    .where('id', '=', id)
    .where('step', '=', step)
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirst() as Promise<StoredRun | undefined>

export const insertOutcome = (
  tx: Tx,
  run: StoredRun,
  outcome: { readonly at: Date; readonly message_id?: MessageId | null; readonly failure?: string },
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

export const removeOldRuns = (tx: Tx, automationId: number, now: Date): Promise<unknown> =>
  tx
    .deleteFrom('automation_run')
    .where('automation_id', '=', automationId)
    .where('started_at', '<', new Date(now.getTime() - runsKeptDays * dayMs))
    .execute()
