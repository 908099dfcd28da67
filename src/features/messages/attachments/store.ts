import type { ExpressionBuilder } from 'kysely'
import type { ConversationId, MessageId, UserId } from '#contract'
import { anyOf, anyTextOf, countRows, type NewRow, type Row, raw, sql, type Tables, type Tx } from '#platform/db'

export type AttachmentRow = Row<'attachment'>

export interface Holder {
  attachment_id: number
  id: MessageId
  sent_at: Date
}

export const insert = (tx: Tx, row: NewRow<'attachment'>): Promise<AttachmentRow> =>
  tx.insertInto('attachment').values(row).returningAll().executeTakeFirstOrThrow()

export const byPath = (tx: Tx, orgId: number, pathIds: readonly string[]): Promise<AttachmentRow[]> =>
  tx
    .selectFrom('attachment')
    .selectAll()
    .where('org_id', '=', orgId)
    // paths come from URLs, and PostgreSQL can't compare null bytes
    .where('path_id', '=', anyTextOf(pathIds.filter((path) => !path.includes('\0'))))
    .execute()

export const byId = (tx: Tx, orgId: number, ids: readonly number[]): Promise<AttachmentRow[]> =>
  tx
    .selectFrom('attachment')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .execute()

export const ofOwner = (tx: Tx, ownerId: UserId, after: number, limit: number): Promise<AttachmentRow[]> =>
  tx
    .selectFrom('attachment')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** perf: limits the cost of messages by a bot that sends the same file again and again. */
const holdersShown = 1_000

/** The newest messages that link to each file, ascending. */
export const holders = (tx: Tx, attachmentIds: readonly number[]): Promise<Holder[]> =>
  raw(
    tx,
    // message: the messages feature's table
    `select am.attachment_id, m.id, m.sent_at from unnest($1::bigint[]) a(id)
     cross join lateral (
       select attachment_id, message_id from attachment_message where attachment_id = a.id
       order by message_id desc limit ${holdersShown}
     ) am join message m on m.id = am.message_id order by m.id`,
    [attachmentIds],
  )

export interface PlacedHolder {
  attachment_id: number
  id: MessageId
  conversation_id: ConversationId
  member_ids: UserId[] | null
}

export const holdersPerPage = 500

/** The newest messages below an id that link to each file, up to a limit per file. */
export const placedHolders = (tx: Tx, below: ReadonlyMap<number, number>): Promise<PlacedHolder[]> =>
  raw(
    tx,
    // message, conversation: the messages feature's tables
    `select a.id as attachment_id, h.* from unnest($1::bigint[], $2::bigint[]) a(id, below)
     cross join lateral (
       select m.id, m.conversation_id, c.member_ids from attachment_message am
       join message m on m.id = am.message_id join conversation c on c.id = m.conversation_id
       where am.attachment_id = a.id and am.message_id < a.below order by am.message_id desc limit ${holdersPerPage}
     ) h`,
    [[...below.keys()], [...below.values()]],
  )

export async function link(
  tx: Tx,
  orgId: number,
  messageId: MessageId,
  ids: readonly number[],
): Promise<AttachmentRow[]> {
  const added = await raw<{ attachment_id: number }>(
    tx,
    `insert into attachment_message (org_id, attachment_id, message_id) select $1, id, $2 from unnest($3::bigint[]) a(id)
     on conflict do nothing returning attachment_id`,
    [orgId, messageId, ids],
  )
  if (added.length === 0) return []
  const addedIds = added.map(({ attachment_id }) => attachment_id)
  await tx
    .updateTable('attachment')
    .set({ unused_since: null })
    .where('id', '=', anyOf(addedIds))
    .where('unused_since', 'is not', null)
    .execute()
  return byId(tx, orgId, addedIds)
}

export async function linkAll(
  tx: Tx,
  orgId: number,
  pairs: readonly { attachmentId: number; messageId: MessageId }[],
): Promise<void> {
  await raw(
    tx,
    `insert into attachment_message (org_id, attachment_id, message_id)
     select $1, * from unnest($2::bigint[], $3::bigint[]) on conflict do nothing`,
    [orgId, pairs.map(({ attachmentId }) => attachmentId), pairs.map(({ messageId }) => messageId)],
  )
}

/** Returns those that were linked to the messages. */
export async function unlink(
  tx: Tx,
  orgId: number,
  messageIds: readonly MessageId[],
  except: readonly number[],
  now: Date,
): Promise<AttachmentRow[]> {
  const gone = await tx
    .deleteFrom('attachment_message')
    .where('message_id', '=', anyOf(messageIds))
    .where(({ eb, not }) => not(eb('attachment_id', '=', anyOf(except))))
    .returning('attachment_id')
    .execute()
  const ids = [...new Set(gone.map(({ attachment_id }) => attachment_id))]
  if (ids.length === 0) return []
  await markUnused(tx, ids, now)
  return byId(tx, orgId, ids)
}

/** Unused files that aren't marked as such yet. */
const isForgotten = ({ and, eb, exists, not, selectFrom }: ExpressionBuilder<Tables, 'attachment'>) => {
  const holding = selectFrom('attachment_message')
    .select('message_id')
    .whereRef('attachment_message.attachment_id', '=', 'attachment.id')
  return and([eb('unused_since', 'is', null), not(exists(holding))])
}

const markUnused = (tx: Tx, ids: readonly number[], now: Date) =>
  tx.updateTable('attachment').set({ unused_since: now }).where('id', '=', anyOf(ids)).where(isForgotten).execute()

/** Marks files whose last messages were deleted by a cascade. */
export const markForgotten = (tx: Tx, orgId: number, now: Date) =>
  tx.updateTable('attachment').set({ unused_since: now }).where('org_id', '=', orgId).where(isForgotten).execute()

export const anyForgotten = async (tx: Tx, orgId: number): Promise<boolean> =>
  (await tx
    .selectFrom('attachment')
    .select('id')
    .where('org_id', '=', orgId)
    .where(isForgotten)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const unusedBefore = (tx: Tx, orgId: number, before: Date): Promise<AttachmentRow[]> =>
  tx
    .selectFrom('attachment')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('unused_since', '<=', before)
    .orderBy('unused_since')
    .limit(200)
    .execute()

/** Restarts the period after which unused files are removed. */
export const keepUnused = (tx: Tx, ids: readonly number[], now: Date): Promise<unknown> =>
  tx.updateTable('attachment').set({ unused_since: now }).where('id', '=', anyOf(ids)).execute()

export const remove = (tx: Tx, ids: readonly number[]) =>
  tx.deleteFrom('attachment').where('id', '=', anyOf(ids)).execute()

export async function filesKept(tx: Tx, orgId: number): Promise<{ bytes: number; files: number }> {
  const { bytes, files } = await tx
    .selectFrom('attachment')
    .select(({ fn }) => [
      sql<number | string>`coalesce(sum(size), 0)::bigint`.as('bytes'),
      fn.countAll<number | string>().as('files'),
    ])
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  return { bytes: Number(bytes), files: Number(files) }
}

export const countOfOwner = (tx: Tx, ownerId: UserId): Promise<number> =>
  countRows(tx, 'attachment', 'owner_id', ownerId)

export async function insertBlobRemovals(tx: Tx, orgId: number, keys: readonly string[]): Promise<void> {
  await raw(tx, 'insert into blob_removal (org_id, key) select $1, key from unnest($2::text[]) r(key)', [orgId, keys])
}

export const nextBlobRemovals = (tx: Tx, orgId: number): Promise<{ id: number; key: string }[]> =>
  tx.selectFrom('blob_removal').select(['id', 'key']).where('org_id', '=', orgId).orderBy('id').limit(100).execute()

export async function deleteBlobRemovals(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('blob_removal').where('id', '=', anyOf(ids)).execute()
}

/** The key that signs the organization's temporary links to files. */
export const uploadSecret = async (tx: Tx, orgId: number): Promise<string | undefined> =>
  (await tx.selectFrom('upload_secret').select('secret').where('org_id', '=', orgId).executeTakeFirst())?.secret

/** Keeps an existing one. */
export async function insertUploadSecret(tx: Tx, org_id: number, secret: string): Promise<void> {
  await tx
    .insertInto('upload_secret')
    .values({ org_id, secret })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
