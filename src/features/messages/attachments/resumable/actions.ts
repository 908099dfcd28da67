import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isOwner } from '#contract'
import type { BlobStore } from '#platform/blobs'
import type { Organization } from '#platform/organization'
import type { Context } from '#platform/serve'
import { checkNotRestricted } from '../../../people/restrictions/access.ts'
import { checkQuota, takeFile } from '../actions/upload.ts'
import { performRemovals, removeBlobKeys } from '../due.ts'
import { shownName } from '../file-names.ts'
import { attachmentOptions } from '../options.ts'
import { blobKey } from '../paths.ts'
import type { AttachmentRow } from '../rows.ts'
import { type Arrived, receive } from './arrival.ts'
import { fileTooLarge, noSuchUpload, offsetConflict, tooManyPieces, tooManyUploads } from './errors.ts'
import type { Checksum } from './headers.ts'
import { keptForHours, maxPieces, maxUnfinished } from './limits.ts'
import type { PieceRow, UploadRow } from './store.ts'
import * as store from './store.ts'

export const expiryFrom = (now: Date): Date => new Date(now.getTime() + keptForHours * 3_600_000)

export function beginUpload(
  ctx: Context,
  length: number,
  file: { name: string; type: string; isArchive: boolean },
  direct: store.Direct | null = null,
): Promise<UploadRow> {
  const { config } = ctx.server
  const { maxImportMib } = attachmentOptions(config)
  const limit =
    file.isArchive && isOwner(ctx.viewer) ? Math.max(config.maxFileUploadMib, maxImportMib) : config.maxFileUploadMib
  if (length > limit * 2 ** 20) throw fileTooLarge({}, { limit })
  return ctx.transact(async (mutation) => {
    checkNotRestricted(mutation, { in: 'elsewhere' })
    const { own, bytes } = await store.unfinished(mutation.tx, mutation.org.id, mutation.viewer.id)
    if (own >= maxUnfinished) throw tooManyUploads({}, { limit: maxUnfinished })
    checkQuota(mutation, ctx, bytes + length)
    return store.insert(mutation.tx, {
      org_id: mutation.org.id,
      owner_id: mutation.viewer.id,
      token: randomBytes(18).toString('base64url'),
      name: shownName(file.name),
      claimed_type: file.type,
      length,
      expires_at: expiryFrom(mutation.now),
      direct,
    })
  })
}

export async function ownUpload(ctx: Context, token: string): Promise<UploadRow> {
  if (!/^[\w-]{24}$/.test(token)) throw noSuchUpload()
  const row = await ctx.read((tx) => store.byToken(tx, ctx.viewer.id, token))
  if (!row || row.direct !== null || row.expires_at <= ctx.server.now()) throw noSuchUpload()
  return row
}

export interface Continued {
  readonly received: number
  readonly expiresAt: Date
  readonly attachment: AttachmentRow | undefined
}

/**
 * Receives the next bytes of a file. Bytes count as received once they're flushed to disk or in the bucket; the last
 * ones count once the file exists, so a complete upload is always a file.
 */
export async function continueUpload(
  ctx: Context,
  upload: UploadRow,
  body: Readable | undefined,
  checksum: Checksum | undefined,
): Promise<Continued> {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-upload-'))
  try {
    const path = join(folder, 'piece')
    const arrived = await receive(body ?? Readable.from([]), path, upload.length - upload.received, checksum)
    if (upload.received + arrived.size === upload.length) return await finish(ctx, upload, folder, path, arrived)
    if (arrived.size === 0) return { received: upload.received, expiresAt: upload.expires_at, attachment: undefined }
    return await keepPiece(ctx, upload, path, arrived)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function keepPiece(ctx: Context, upload: UploadRow, path: string, { size }: Arrived): Promise<Continued> {
  const { blobs } = ctx.server
  const key = `${ctx.org.id}/pieces/${randomBytes(18).toString('base64url')}`
  await blobs.put(key, { path })
  try {
    const expiresAt = await ctx.transact(async (mutation) => {
      const expires_at = expiryFrom(mutation.now)
      const known = await store.pieces(mutation.tx, [upload.id])
      if (known.length >= maxPieces) throw tooManyPieces({}, { limit: maxPieces })
      if (!(await store.advance(mutation.tx, upload, size, { expires_at }))) throw overtaken(upload)
      const piece = { org_id: mutation.org.id, upload_id: upload.id, start: upload.received, size, key }
      await store.insertPiece(mutation.tx, piece)
      return expires_at
    })
    return { received: upload.received + size, expiresAt, attachment: undefined }
  } catch (error) {
    await blobs.delete(key).catch(() => {})
    throw error
  }
}

/** Another process received bytes in between, or the upload is gone. */
const overtaken = ({ received }: UploadRow) => offsetConflict({}, { given: received, received: 'other' })

async function finish(
  ctx: Context,
  upload: UploadRow,
  folder: string,
  last: string,
  { size }: Arrived,
): Promise<Continued> {
  const { blobs, now } = ctx.server
  const before = await ctx.read((tx) => store.pieces(tx, [upload.id]))
  const whole = before.length === 0 ? last : join(folder, 'whole')
  if (whole !== last) await pipeline(inOrder(blobs, before, last), createWriteStream(whole))
  const expiresAt = expiryFrom(now())
  const attachment = await takeFile(
    ctx,
    { filename: upload.name, mimeType: upload.claimed_type, path: whole, size: upload.length },
    async (mutation, { id }) => {
      if (!(await store.advance(mutation.tx, upload, size, { expires_at: expiresAt, attachment_id: id })))
        throw overtaken(upload)
      await removeBlobKeys(
        mutation,
        before.map(({ key }) => key),
      )
      await store.removePieces(mutation.tx, upload.id)
    },
  )
  // if this fails, the scheduled removal tries again
  if (before.length > 0) await performRemovals(ctx.org, blobs).catch(() => {})
  return { received: upload.length, expiresAt, attachment }
}

async function* inOrder(blobs: BlobStore, pieces: readonly PieceRow[], last: string): AsyncGenerator<Buffer> {
  for (const { key } of pieces) {
    const stream = await blobs.stream(key)
    if (!stream) throw new Error(`The piece ${key} of an upload is not there`)
    yield* stream
  }
  yield* createReadStream(last)
}

/** Aborts uploads and removes their parts; completed files stay. */
export async function removeUploads(
  org: Organization,
  blobs: BlobStore,
  find: (mutation: Parameters<Parameters<Organization['transact']>[1]>[0]) => Promise<readonly UploadRow[]>,
): Promise<number> {
  const { count, unfinished } = await org.transact(null, async (mutation) => {
    const rows = await find(mutation)
    const ids = rows.map(({ id }) => id)
    const unfinished = rows.flatMap(({ direct, attachment_id }) =>
      direct !== null && attachment_id === null ? [direct as unknown as store.Direct] : [],
    )
    if (ids.length === 0) return { count: 0, unfinished }
    const pieces = await store.pieces(mutation.tx, ids)
    // the parts may have been merged into a blob already
    await removeBlobKeys(mutation, [
      ...pieces.map(({ key }) => key),
      ...unfinished.map(({ path_id }) => blobKey(path_id)),
    ])
    await store.remove(mutation.tx, ids)
    return { count: ids.length, unfinished }
  })
  // if this fails, the bucket's rule for incomplete uploads removes them
  for (const { path_id, begun } of unfinished) await blobs.parts?.abort(blobKey(path_id), begun).catch(() => {})
  if (count > 0) await performRemovals(org, blobs).catch(() => {})
  return count
}
