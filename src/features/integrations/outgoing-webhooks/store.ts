import type { MessageId, UserId } from '#contract'
import { type NewRow, type Row, raw, type Tx } from '#platform/db'
import { dueRows } from '#platform/timer'

export type Stored = Row<'outgoing_webhook'>

type Trigger = 'mention' | 'direct_message' | 'interactive_answer' | 'command'

export interface Addressed {
  readonly botId: UserId
  readonly trigger: 'mention' | 'direct_message'
}

/** Maximum waiting messages for a bot; further ones are dropped. */
const maxQueued = 100

export async function insert(
  tx: Tx,
  orgId: number,
  messageId: MessageId,
  bots: readonly Addressed[],
  hops: number,
  now: Date,
): Promise<void> {
  await raw(
    tx,
    `insert into outgoing_webhook (org_id, bot_id, message_id, trigger, hops, due_at, created_at)
     select $1, bot_id, $2, trigger, $5, $6, $6 from unnest($3::bigint[], $4::text[]) addressed(bot_id, trigger)
     where (select count(*) from outgoing_webhook waiting where waiting.bot_id = addressed.bot_id) < $7`,
    [orgId, messageId, bots.map(({ botId }) => botId), bots.map(({ trigger }) => trigger), hops, now, maxQueued],
  )
}

/** Maximum waiting answers and commands for a bot: further ones are refused, so that none is lost. */
const maxQueuedAnswers = 1_000

/** Returns whether there was room. */
async function insertIfRoom(tx: Tx, row: NewRow<'outgoing_webhook'>): Promise<boolean> {
  const { waiting } = await tx
    .selectFrom('outgoing_webhook')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('bot_id', '=', row.bot_id)
    .executeTakeFirstOrThrow()
  if (waiting >= maxQueuedAnswers) return false
  await tx.insertInto('outgoing_webhook').values(row).execute()
  return true
}

type NewDelivery = Pick<Stored, 'org_id' | 'bot_id'>

export function insertAnswer(
  tx: Tx,
  row: NewDelivery & { message_id: MessageId; submessage_id: number },
  now: Date,
): Promise<boolean> {
  const trigger: Trigger = 'interactive_answer'
  return insertIfRoom(tx, { ...row, trigger, hops: 0, due_at: now, created_at: now })
}

export function insertCommand(tx: Tx, row: NewDelivery & { command_call_id: number }, now: Date): Promise<boolean> {
  const trigger: Trigger = 'command'
  return insertIfRoom(tx, { ...row, trigger, hops: 0, due_at: now, created_at: now })
}

export const waiting = dueRows({ table: 'outgoing_webhook' })

export const tryAgain = (tx: Tx, { id, attempts }: Stored, due_at: Date): Promise<unknown> =>
  tx
    .updateTable('outgoing_webhook')
    .set({ due_at, attempts: attempts + 1 })
    .where('id', '=', id)
    .execute()
