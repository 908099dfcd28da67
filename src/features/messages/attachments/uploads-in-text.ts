import mime from 'mime'
import { decodedComponent, uploadsPath } from '#contract'
import type { Tx } from '#platform/db'
import type { UploadedFile } from '#platform/markdown'
import type { Organization } from '#platform/organization'
import { serverThumbnailFormats } from '../../people/organization/register-constants.ts'
import { uploadUrl } from './paths.ts'
import { type AttachmentRow, byPath } from './store.ts'

const still = serverThumbnailFormats.find(({ animated }) => !animated) ?? serverThumbnailFormats[0]

/** For files with thumbnails. */
export const thumbnailUrl = ({ path_id }: AttachmentRow): string => `${uploadUrl(path_id, 'thumbnail/')}/${still.name}`

const asRendered = (row: AttachmentRow): UploadedFile => ({
  content_type: row.content_type,
  ...(row.width && row.height
    ? {
        width: row.width,
        height: row.height,
        animated: row.animated,
        thumbnail_url: thumbnailUrl(row),
        ...(row.content_type === 'image/tiff' ? { transcoded: still.name } : {}),
      }
    : {}),
})

const mention = new RegExp(`${uploadsPath}(\\d+/[\\w-]+/[\\w-]+/[^\\s?#)"<>]+)`, 'g')

/** The paths of the uploads that a text links to, of any organization. */
export const uploadPathsIn = (text: string): string[] =>
  // perf: almost no text contains any
  text.includes(uploadsPath) ? [...text.matchAll(mention)].map(([, path = '']) => decodedComponent(path)) : []

/** An organization's files that texts link to, oldest first, with one statement. */
export async function filesIn(tx: Tx, orgId: number, texts: readonly string[]): Promise<AttachmentRow[]> {
  const paths = new Set(texts.flatMap(uploadPathsIn))
  if (paths.size === 0) return []
  return (await byPath(tx, orgId, [...paths])).sort((a, b) => a.id - b.id)
}

/** Looks up uploads by path while rendering, which can't wait for the database. */
type UploadsNamed = (pathId: string) => UploadedFile | undefined

/**
 * Loads the files that a text links to, before it is rendered, with at most one statement. Missing files are ignored. A
 * link that only the renderer recognizes is resolved by its name, without size or thumbnail.
 */
export async function uploadsNamed(
  { org, read }: { org: Organization; read<T>(work: (tx: Tx) => Promise<T>): Promise<T> },
  text: string,
): Promise<UploadsNamed> {
  const own = `${org.id}/`
  const known = new Map<string, UploadedFile | undefined>()
  for (const path of uploadPathsIn(text)) if (path.startsWith(own)) known.set(path, undefined)
  if (known.size > 0)
    for (const row of await read((tx) => byPath(tx, org.id, [...known.keys()]))) known.set(row.path_id, asRendered(row))
  return (path) => {
    if (known.has(path)) return known.get(path)
    const type = path.startsWith(own) ? mime.getType(path) : null
    return type ? { content_type: type } : undefined
  }
}
