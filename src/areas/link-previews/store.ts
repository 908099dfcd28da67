import { createHash } from 'node:crypto'
import type { MessageId, UserId } from '#contract'
import { type Row, raw, type Tx } from '#platform/db'
import type { LinkPreview } from '#platform/markdown'
import { dueRows } from '#platform/timer'

export type Stored = Row<'message_to_preview'>

/** How many messages of one organization may wait; what comes on top stays without previews. */
const mostWaiting = 200

export const insert = (tx: Tx, orgId: number, messageId: MessageId, now: Date): Promise<unknown> =>
  raw(
    tx,
    `insert into message_to_preview (org_id, message_id, due_at) select $1, $2, $3
     where (select count(*) from message_to_preview waiting where waiting.org_id = $1) < $4
     on conflict (message_id) do update set due_at = excluded.due_at`,
    [orgId, messageId, now, mostWaiting],
  )

/** Messages that wait for the pages they link to. */
export const waiting = dueRows({ table: 'message_to_preview' })

/** Nothing where the message has changed since it was taken: it is due again. */
export const remove = (tx: Tx, { id, due_at }: Stored): Promise<unknown> =>
  raw(tx, 'delete from message_to_preview where id = $1 and due_at = $2', [id, due_at])

const hashOf = (url: string) => createHash('sha256').update(url).digest('hex')

/** What is known of some addresses; null where it is known that there is nothing to show. */
export async function known(
  tx: Tx,
  orgId: number,
  urls: readonly string[],
  now: Date,
): Promise<Map<string, LinkPreview | null>> {
  const rows = await raw<{ url_hash: string; preview: LinkPreview | null }>(
    tx,
    `select url_hash, preview from link_preview
     where org_id = $1 and url_hash = any($2::text[]) and expires_at > $3`,
    [orgId, urls.map(hashOf), now],
  )
  const byHash = new Map(rows.map((row) => [row.url_hash, row.preview]))
  return new Map(urls.flatMap((url) => (byHash.has(hashOf(url)) ? [[url, byHash.get(hashOf(url)) ?? null]] : [])))
}

export const keep = (
  tx: Tx,
  orgId: number,
  url: string,
  preview: LinkPreview | null,
  expiresAt: Date,
): Promise<unknown> =>
  raw(
    tx,
    `insert into link_preview (org_id, url_hash, preview, expires_at) values ($1, $2, $3::jsonb, $4)
     on conflict (org_id, url_hash) do update set preview = excluded.preview, expires_at = excluded.expires_at`,
    [orgId, hashOf(url), preview, expiresAt],
  )

export const removeExpired = (tx: Tx, orgId: number, now: Date): Promise<unknown> =>
  raw(tx, 'delete from link_preview where org_id = $1 and expires_at <= $2', [orgId, now])

/** Replaces the rendering of a text that is still the same one; whether it was. */
export async function replaceRendering(
  tx: Tx,
  messageId: MessageId,
  content: string,
  rendered: { html: string; rendererVersion: number },
): Promise<boolean> {
  // message: its rendering follows from what this area has found
  const rows = await raw(
    tx,
    `update message set rendered_content = $3, renderer_version = $4
     where id = $1 and content = $2 and rendered_content <> $3 returning id`,
    [messageId, content, rendered.html, rendered.rendererVersion],
  )
  return rows.length > 0
}

export async function senderOf(tx: Tx, orgId: number, messageId: MessageId): Promise<UserId | undefined> {
  // message: whose view of the organization its text was rendered with
  const [row] = await raw<{ sender_id: UserId }>(tx, 'select sender_id from message where org_id = $1 and id = $2', [
    orgId,
    messageId,
  ])
  return row?.sender_id
}
