import type { BlobStore } from '#platform/blobs'
import { makePicture } from '#platform/images'
import { serverThumbnailFormats } from '../../people/organization/register-constants.ts'
import { blobKey } from './paths.ts'
import type { AttachmentRow } from './rows.ts'

type Format = (typeof serverThumbnailFormats)[number]

export const formatNamed = (name: string): Format | undefined => serverThumbnailFormats.find((one) => one.name === name)

export const hasThumbnails = ({ width }: AttachmentRow): boolean => width !== null

const making = new Map<string, Promise<Buffer | undefined>>()

/** Created on first request and stored next to the file. Undefined if there can't be one. */
export function thumbnail(blobs: BlobStore, row: AttachmentRow, format: Format): Promise<Buffer | undefined> {
  const key = `${blobKey(row.path_id)}.${format.name}`
  let made = making.get(key)
  if (!made) {
    made = keptOrMade(blobs, key, row, format).finally(() => making.delete(key))
    making.set(key, made)
  }
  return made
}

async function keptOrMade(blobs: BlobStore, key: string, row: AttachmentRow, format: Format) {
  const kept = await blobs.get(key)
  if (kept) return kept
  const original = await blobs.get(blobKey(row.path_id))
  const { max_width: width, max_height: height, animated } = format
  const picture =
    original && (await makePicture(original, { width, height, fit: 'inside', format: format.format, animated }))
  if (picture) await blobs.put(key, picture)
  return picture
}
