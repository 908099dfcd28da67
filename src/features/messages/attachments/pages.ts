import { Readable } from 'node:stream'
import { uploadsPath } from '#contract'
import {
  type Context,
  type Page,
  pageForAnyone,
  pageForSpectators,
  type ServedFile,
  type Server,
  withTokens,
} from '#platform/serve'
import { organizationOf, readableFile } from './access/file.ts'
import { blobKey } from './paths.ts'
import { type AttachmentRow, attachmentsById } from './rows.ts'
import { fileOfToken, temporaryFileUrlSecs } from './temporary-links.ts'
import { formatNamed, hasThumbnails, thumbnail } from './thumbnails.ts'
import { linkExpired, noSuchFile } from './upload-api.ts'

/** A file never changes, but access to it does, so limit caching. */
const keptForSecs = 3600

const wholeFile = ({ blobs }: Server, row: AttachmentRow, more: Partial<ServedFile> = {}): ServedFile => ({
  type: row.content_type,
  size: row.size,
  name: row.name,
  version: `${row.id}-${row.size}`,
  maxAgeSecs: keptForSecs,
  async stream(range) {
    const stream = await blobs.stream(blobKey(row.path_id), range)
    if (!stream) throw noSuchFile()
    return stream
  },
  ...more,
})

async function thumbnailPage(ctx: Context, path: string): Promise<ServedFile> {
  const slash = path.lastIndexOf('/')
  const format = formatNamed(path.slice(slash + 1))
  const row = await readableFile(ctx, path.slice(0, Math.max(slash, 0)))
  const bytes = format && hasThumbnails(row) ? await thumbnail(ctx.server.blobs, row, format) : undefined
  if (!format || !bytes) throw noSuchFile()
  return {
    type: format.format === 'webp' ? 'image/webp' : 'image/png',
    size: bytes.length,
    name: `${row.name}.${format.format}`,
    version: `${row.id}-${format.name}`,
    maxAgeSecs: keptForSecs,
    stream: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
  }
}

export const uploadPages: readonly Page[] = [
  pageForSpectators(`${uploadsPath}*`, async (ctx, params) =>
    wholeFile(ctx.server, await readableFile(ctx, params['*'] ?? '')),
  ),
  pageForSpectators(`${uploadsPath}download/*`, async (ctx, params) =>
    wholeFile(ctx.server, await readableFile(ctx, params['*'] ?? ''), { download: true }),
  ),
  pageForSpectators(`${uploadsPath}thumbnail/*`, (ctx, params) => thumbnailPage(ctx, params['*'] ?? '')),
  pageForAnyone(`${uploadsPath}temporary/:token/:name`, async (ctx, { token = '' }) => {
    const org = organizationOf(ctx)
    const id = await fileOfToken(org, token)
    if (id === undefined) throw linkExpired()
    const [row] = await ctx.read((tx) => attachmentsById(tx, org.id, [id]))
    if (!row) throw noSuchFile()
    return wholeFile(ctx.server, row, { maxAgeSecs: temporaryFileUrlSecs })
  }),
].map(withTokens)
