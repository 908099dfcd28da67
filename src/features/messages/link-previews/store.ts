import { createHash } from 'node:crypto'
import type { MessageId, UserId } from '#contract'
import { anyTextOf, type Row, raw, type Tx } from '#platform/db'
import type { LinkPreview } from '#platform/markdown'
import { dueRows } from '#platform/timer'

export type Stored = Row<'message_to_preview'>

/** Maximum waiting messages of an organization; further ones get no previews. */
const maxQueued = 200

export const insert = (tx: Tx, orgId: number, messageId: MessageId, now: Date): Promise<unknown> =>
  raw(
    tx,
    // perf: runs for each message with a link; counts waiting messages in the same statement
    `insert into message_to_preview (org_id, message_id, due_at) select $1, $2, $3
     where (select count(*) from message_to_preview waiting where waiting.org_id = $1) < $4
     on conflict (message_id) do update set due_at = excluded.due_at`,
    [orgId, messageId, now, maxQueued],
  )

export const waiting = dueRows({ table: 'message_to_preview' })

/** Does nothing if the message changed since it was taken: it's due again. */
export const remove = (tx: Tx, { id, due_at }: Stored): Promise<unknown> =>
  tx.deleteFrom('message_to_preview').where('id', '=', id).where('due_at', '=', due_at).execute()

const hashOf = (url: string) => createHash('sha256').update(url).digest('hex')

/** Cached previews; null for pages known to have none. */
export async function known(
  tx: Tx,
  orgId: number,
  urls: readonly string[],
  now: Date,
): Promise<Map<string, LinkPreview | null>> {
  const rows = await tx
    .selectFrom('link_preview')
    .select(['url_hash', 'preview'])
    .where('org_id', '=', orgId)
    .where('url_hash', '=', anyTextOf(urls.map(hashOf)))
    .where('expires_at', '>', now)
    .execute()
  const byHash = new Map(rows.map((row) => [row.url_hash, row.preview as LinkPreview | null]))
  return new Map(urls.flatMap((url) => (byHash.has(hashOf(url)) ? [[url, byHash.get(hashOf(url)) ?? null]] : [])))
}

export const keep = (
  tx: Tx,
  orgId: number,
  url: string,
  preview: LinkPreview | null,
  expiresAt: Date,
): Promise<unknown> =>
  tx
    .insertInto('link_preview')
    .values({ org_id: orgId, url_hash: hashOf(url), preview, expires_at: expiresAt })
    .onConflict((conflict) => conflict.columns(['org_id', 'url_hash']).doUpdateSet({ preview, expires_at: expiresAt }))
    .execute()

export const removeExpired = (tx: Tx, orgId: number, now: Date): Promise<unknown> =>
  tx.deleteFrom('link_preview').where('org_id', '=', orgId).where('expires_at', '<=', now).execute()

export async function senderOf(tx: Tx, orgId: number, messageId: MessageId): Promise<UserId | undefined> {
  // message: its sender decides what the text can reference
  const row = await tx
    .selectFrom('message')
    .select('sender_id')
    .where('org_id', '=', orgId)
    .where('id', '=', messageId)
    .executeTakeFirst()
  return row?.sender_id
}
