import mime from 'mime'
import { invalidArgument, seconds } from '#contract'
import type { DirectParts } from '#platform/blobs'
import type { Context } from '#platform/serve'
import { addAttachment } from '../actions/attachment.ts'
import { checkQuota, examine } from '../actions/upload.ts'
import { newPathId, shownName } from '../file-names.ts'
import { blobKey, uploadUrl } from '../paths.ts'
import { beginUpload, expiryFrom, removeUploads } from '../resumable/actions.ts'
import { noSuchUpload } from '../resumable/errors.ts'
import * as store from '../resumable/store.ts'
import { type AttachmentRow, attachmentsById } from '../rows.ts'
import { partConflict, partsDiffer } from './api.ts'
import { addressSecs, leastBytes, partSizeOf } from './limits.ts'

type Upload = store.UploadRow & { readonly direct: store.Direct }

/** Starts an upload directly to the bucket; undefined for files that the server has to inspect. */
export async function beginDirect(
  ctx: Context,
  { filename, content_type, size }: { filename: string; content_type: string; size: number },
): Promise<Upload | undefined> {
  const { parts } = ctx.server.blobs
  const name = shownName(filename)
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(content_type) ? content_type : ''
  if (!parts || size < leastBytes || [mime.getType(name), type].some((one) => one?.startsWith('image/')))
    return undefined
  // check the quota before starting an upload in the store
  checkQuota(ctx.org, ctx, size)
  const path_id = newPathId(ctx.org.id, name)
  const begun = await parts.begin(blobKey(path_id))
  const direct = { path_id, begun, part_size: partSizeOf(size), tags: [] }
  try {
    return (await beginUpload(ctx, size, { name, type, isArchive: false }, direct)) as Upload
  } catch (error) {
    await parts.abort(blobKey(path_id), begun).catch(() => {})
    throw error
  }
}

export async function ownDirectUpload(ctx: Context, token: string): Promise<Upload> {
  const row = /^[\w-]{24}$/.test(token) && (await ctx.read((tx) => store.byToken(tx, ctx.viewer.id, token)))
  if (!row || row.direct === null || row.expires_at <= ctx.server.now()) throw noSuchUpload()
  return row as Upload
}

const partsOf = ({ server }: Context): DirectParts => {
  if (!server.blobs.parts) throw noSuchUpload()
  return server.blobs.parts
}

export async function progressOf(ctx: Context, upload: Upload) {
  const { direct, received, length, attachment_id } = upload
  const [file] = attachment_id === null ? [] : await ctx.read((tx) => attachmentsById(tx, ctx.org.id, [attachment_id]))
  const whole = { url: file ? uploadUrl(file.path_id) : null, filename: file?.name ?? null }
  if (received >= length) return { offset: received, next: null, ...whole }
  const size = Math.min(direct.part_size, length - received)
  const part = direct.tags.length + 1
  const address = await partsOf(ctx).addressOf(blobKey(direct.path_id), direct.begun, part, size, addressSecs)
  const expires_at = seconds(ctx.server.now()) + addressSecs
  return { offset: received, next: { address, size, expires_at }, ...whole }
}

export async function keepPart(ctx: Context, upload: Upload, offset: number, tag: string): Promise<void> {
  const { direct, received, length } = upload
  if (!/^"?[\w-]{1,100}"?$/.test(tag))
    throw invalidArgument({}, { name: 'etag', reason: 'it is none that a store answers' })
  if (offset !== received || upload.attachment_id !== null) throw partConflict({}, { given: offset, known: received })
  const size = Math.min(direct.part_size, length - received)
  const tags = [...direct.tags, tag]
  if (received + size === length) return finish(ctx, upload, size, tags)
  await ctx.transact(async (mutation) => {
    const more = { expires_at: expiryFrom(mutation.now), direct: { ...direct, tags } }
    if (!(await store.advance(mutation.tx, upload, size, more)))
      throw partConflict({}, { given: offset, known: 'other' })
  })
}

async function finish(ctx: Context, upload: Upload, size: number, tags: readonly string[]): Promise<void> {
  const { direct, length, name, claimed_type } = upload
  const stored = await partsOf(ctx).complete(blobKey(direct.path_id), direct.begun, tags)
  if (stored !== length) {
    await giveUp(ctx, upload)
    throw partsDiffer()
  }
  // possible pictures aren't uploaded this way, so don't inspect the bytes
  const facts = await examine({ path: '', mimeType: claimed_type }, name)
  await ctx.transact(async (mutation): Promise<AttachmentRow> => {
    checkQuota(mutation, ctx, length)
    const row = await addAttachment(mutation, { path_id: direct.path_id, name, size: length, ...facts })
    const more = { expires_at: expiryFrom(mutation.now), attachment_id: row.id }
    if (!(await store.advance(mutation.tx, upload, size, more)))
      throw partConflict({}, { given: length - size, known: 'all' })
    return row
  })
}

export const giveUp = (ctx: Context, { token, owner_id }: Upload): Promise<unknown> =>
  removeUploads(ctx.org, ctx.server.blobs, async ({ tx }) => {
    const row = await store.byToken(tx, owner_id, token)
    return row ? [row] : []
  })
