import mime from 'mime'
import { describePicture } from '#platform/images'
import type { Mutation, Organization } from '#platform/organization'
import type { Context, UploadedFile } from '#platform/serve'
import { quotasOf } from '../../../people/organization/quotas.ts'
import { uploadSpaceCache } from '../cache.ts'
import { newPathId, shownName } from '../file-names.ts'
import { blobKey } from '../paths.ts'
import type { AttachmentRow } from '../rows.ts'
import { noFile, quotaExceeded, severalFiles } from '../upload-api.ts'
import { addAttachment } from './attachment.ts'

export function oneFile(files: readonly UploadedFile[]): UploadedFile {
  const [file, ...more] = files
  if (!file) throw noFile()
  if (more.length > 0) throw severalFiles()
  return file
}

/** The source of a file: a request, or an incoming email. */
export type Bringing = Pick<Context, 'org' | 'get' | 'transact'> & {
  readonly server: Pick<Context['server'], 'blobs' | 'config'>
}

/**
 * Stores an upload: bytes first, so that the file can be fetched once it's announced. `alongside` runs in the same
 * transaction; if it throws, the file isn't created.
 */
export async function takeFile(
  ctx: Bringing,
  file: UploadedFile,
  alongside?: (mutation: Mutation, row: AttachmentRow) => Promise<void>,
): Promise<AttachmentRow> {
  // don't process bytes that exceed the quota; the transaction checks again, serialized with others
  checkQuota(ctx.org, ctx, file.size)
  const name = shownName(file.filename)
  const facts = await examine(file, name)
  const path_id = newPathId(ctx.org.id, name)
  const { blobs } = ctx.server
  await blobs.put(blobKey(path_id), { path: file.path })
  try {
    return await ctx.transact(async (mutation) => {
      checkQuota(mutation, ctx, file.size)
      const row = await addAttachment(mutation, { path_id, name, size: file.size, ...facts })
      await alongside?.(mutation, row)
      return row
    })
  } catch (error) {
    await blobs.delete(blobKey(path_id)).catch(() => {})
    throw error
  }
}

/** Counts every file that has a row; deleted files don't count. */
export function checkQuota(
  memory: Pick<Organization, 'get'>,
  { server }: Pick<Bringing, 'server'>,
  size: number,
): void {
  const { upload_mib } = quotasOf(memory, server.config)
  if (upload_mib !== null && memory.get(uploadSpaceCache).bytes + size > upload_mib * 2 ** 20) throw quotaExceeded()
}

type Facts = Pick<AttachmentRow, 'content_type' | 'width' | 'height' | 'animated'>

/** Determines the content type, by name before the client's claim; pictures are recognized by their content. */
export async function examine(
  { path, mimeType }: Pick<UploadedFile, 'path' | 'mimeType'>,
  name: string,
): Promise<Facts> {
  const byName = mime.getType(name)
  const claimed = /^[a-z]+\/[\w.+-]+$/i.test(mimeType) ? mimeType.toLowerCase() : null
  const picture = [byName, claimed].some((type) => type?.startsWith('image/')) ? await describePicture(path) : undefined
  if (picture) {
    const { type, width, height, frames } = picture
    return { content_type: type, width, height, animated: frames > 1 }
  }
  // never serve something as a picture that we can't read as one
  const type = [byName, claimed].find((one) => one && !one.startsWith('image/'))
  return {
    content_type: byName?.startsWith('image/') ? unknown : (type ?? unknown),
    width: null,
    height: null,
    animated: false,
  }
}

const unknown = 'application/octet-stream'
