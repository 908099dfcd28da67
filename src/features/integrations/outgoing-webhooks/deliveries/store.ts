import type { UserId } from '#contract'
import { anyOf, type NewRow, type Row, type Tx } from '#platform/db'

/** Per bot. */
const maxKept = 50

export async function insert(tx: Tx, row: NewRow<'webhook_delivery'>): Promise<void> {
  await tx.insertInto('webhook_delivery').values(row).execute()
  await tx
    .deleteFrom('webhook_delivery')
    .where('bot_id', '=', row.bot_id)
    .where('id', '<=', (query) =>
      query
        .selectFrom('webhook_delivery')
        .select('id')
        .where('bot_id', '=', row.bot_id)
        .orderBy('id', 'desc')
        .offset(maxKept)
        .limit(1),
    )
    .execute()
}

/** Newest first. */
export const list = (tx: Tx, botId: UserId): Promise<Row<'webhook_delivery'>[]> =>
  tx
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('bot_id', '=', botId)
    .orderBy('id', 'desc')
    .limit(maxKept)
    .execute()

/** The newest request for each bot and integration, without tests. */
export const listLatest = (tx: Tx, botIds: readonly UserId[]): Promise<Row<'webhook_delivery'>[]> =>
  tx
    .selectFrom('webhook_delivery')
    .selectAll()
    .distinctOn(['bot_id', 'integration'])
    .where('bot_id', '=', anyOf(botIds))
    .where('is_test', '=', false)
    .orderBy('bot_id')
    .orderBy('integration')
    .orderBy('id', 'desc')
    .execute()
