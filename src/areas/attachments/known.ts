import mime from 'mime'
import type { Tx } from '#platform/db'
import type { UploadedFile } from '#platform/markdown'
import type { Organization } from '#platform/organization'
import { serverThumbnailFormats } from '../organization/limits.ts'
import { type AttachmentRow, byPath } from './store.ts'

/** Files that texts refer to while they are rendered: rendering cannot wait for the database. */
const known = new Map<string, UploadedFile | undefined>()
/** perf: half a megabyte at most */
const mostKnown = 2_000

const still = serverThumbnailFormats.find(({ animated }) => !animated) ?? serverThumbnailFormats[0]

/** The blob of a file: its path without the name that people gave it. */
export const blobKey = (pathId: string): string => pathId.slice(0, pathId.lastIndexOf('/'))

/** As it stands in a link; each part is encoded for itself. */
export const uploadUrl = (pathId: string, folder = ''): string =>
  `/user_uploads/${folder}${pathId.split('/').map(encodeURIComponent).join('/')}`

export function rememberUpload(row: AttachmentRow): void {
  remember(row.path_id, {
    content_type: row.content_type,
    ...(row.width && row.height
      ? {
          width: row.width,
          height: row.height,
          animated: row.animated,
          thumbnail_url: `${uploadUrl(row.path_id, 'thumbnail/')}/${still.name}`,
          ...(row.content_type === 'image/tiff' ? { transcoded: still.name } : {}),
        }
      : {}),
  })
}

function remember(pathId: string, file: UploadedFile | undefined): void {
  known.delete(pathId)
  known.set(pathId, file)
  if (known.size > mostKnown)
    for (const oldest of known.keys()) {
      known.delete(oldest)
      break
    }
}

/**
 * For rendering. A file that was not looked up is what its name says, without size or thumbnail; one that does not exist
 * is nothing.
 */
export function uploadedFile(pathId: string): UploadedFile | undefined {
  if (known.has(pathId)) return known.get(pathId)
  const type = mime.getType(pathId)
  return type ? { content_type: type } : undefined
}

const mention = /\/user_uploads\/(\d+\/[\w-]+\/[\w-]+\/[^\s?#)"<>]+)/g

/** Before a text is rendered: looks up the files that it names and that are not known yet, in one statement. */
export async function knowUploads(
  { org, read }: { org: Organization; read<T>(work: (tx: Tx) => Promise<T>): Promise<T> },
  text: string,
): Promise<void> {
  // perf: nearly no text names any
  if (!text.includes('/user_uploads/')) return
  const paths = new Set<string>()
  for (const [, path = ''] of text.matchAll(mention)) {
    const plain = decoded(path)
    if (plain.startsWith(`${org.id}/`) && !known.has(plain)) paths.add(plain)
  }
  if (paths.size === 0) return
  for (const row of await read((tx) => byPath(tx, org.id, [...paths]))) {
    rememberUpload(row)
    paths.delete(row.path_id)
  }
  for (const missing of paths) remember(missing, undefined)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
