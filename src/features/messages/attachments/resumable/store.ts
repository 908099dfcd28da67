import type { UserId } from '#contract'
import { anyOf, type NewRow, type Row, sql, type Tx } from '#platform/db'

export type UploadRow = Row<'resumable_upload'>
/** A direct upload: the file's path, the store's upload id, and the tags of its parts so far. */
export interface Direct {
  readonly path_id: string
  readonly begun: string
  readonly part_size: number
  readonly tags: readonly string[]
}
export type PieceRow = Row<'resumable_upload_piece'>

export const insert = (tx: Tx, row: NewRow<'resumable_upload'>): Promise<UploadRow> =>
  tx.insertInto('resumable_upload').values(row).returningAll().executeTakeFirstOrThrow()

export const byToken = (tx: Tx, ownerId: UserId, token: string): Promise<UploadRow | undefined> =>
  tx
    .selectFrom('resumable_upload')
    .selectAll()
    .where('token', '=', token)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()

/** Unfinished uploads: count per user, total bytes per organization. */
export async function unfinished(tx: Tx, orgId: number, ownerId: UserId): Promise<{ own: number; bytes: number }> {
  const { own, bytes } = await tx
    .selectFrom('resumable_upload')
    .select(({ fn }) => [
      fn.countAll<number | string>().filterWhere('owner_id', '=', ownerId).as('own'),
      sql<number | string>`coalesce(sum(length), 0)::bigint`.as('bytes'),
    ])
    .where('org_id', '=', orgId)
    .where('attachment_id', 'is', null)
    .executeTakeFirstOrThrow()
  return { own: Number(own), bytes: Number(bytes) }
}

/** Counts bytes as received; false if another request was first. */
export async function advance(
  tx: Tx,
  { id, received }: UploadRow,
  size: number,
  more: { expires_at: Date; attachment_id?: number; direct?: Direct },
): Promise<boolean> {
  const row = await tx
    .updateTable('resumable_upload')
    .set({ received: received + size, ...more })
    .where('id', '=', id)
    .where('received', '=', received)
    .where('attachment_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const insertPiece = (tx: Tx, row: NewRow<'resumable_upload_piece'>) =>
  tx.insertInto('resumable_upload_piece').values(row).execute()

export const pieces = (tx: Tx, uploadIds: readonly number[]): Promise<PieceRow[]> =>
  tx
    .selectFrom('resumable_upload_piece')
    .selectAll()
    .where('upload_id', '=', anyOf(uploadIds))
    .orderBy('upload_id')
    .orderBy('start')
    .execute()

export const removePieces = (tx: Tx, uploadId: number) =>
  tx.deleteFrom('resumable_upload_piece').where('upload_id', '=', uploadId).execute()

export const expired = (tx: Tx, orgId: number, now: Date): Promise<UploadRow[]> =>
  tx
    .selectFrom('resumable_upload')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(50)
    .execute()

export const remove = (tx: Tx, ids: readonly number[]) =>
  tx.deleteFrom('resumable_upload').where('id', '=', anyOf(ids)).execute()
