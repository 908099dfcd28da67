import type { UserId } from '#contract'
import type { NewRow, Row, Tx } from '#platform/db'

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
