import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { queueKeyOf, Semaphore } from '#platform/fair-queues'
import { type OutboundAnswer, OutboundError } from '#platform/outbound'
import { type Page, pageForAnyone, type ServedFile, type Server } from '#platform/serve'
import { noSuchFile } from '../attachments/upload-api.ts'
import { externalImageBehind } from '../messages/external-picture.ts'

const timeoutMs = 10_000
const maxBytes = 10 * 2 ** 20
const redirects = 4
/** Images held in memory at a time; further requests wait. */
const maxAtOnce = 6
const keptForSecs = 24 * 3600

/** Image types that can't run scripts, so no SVG. Detected by the first bytes, whatever the server says. */
function pictureType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(start)) return 'image/gif'
  if (/^RIFF.{4}WEBP/s.test(start)) return 'image/webp'
  if (/^.{4}ftypavi[fs]/s.test(start)) return 'image/avif'
  return start.startsWith('BM') ? 'image/bmp' : undefined
}

const semaphore = new Semaphore({ most: maxAtOnce })

async function fetched({ outbound }: Server, url: string): Promise<OutboundAnswer> {
  try {
    return await outbound.request({
      url,
      headers: { accept: 'image/avif,image/webp,image/*' },
      timeoutMs,
      maxBytes: maxBytes,
      redirects,
    })
  } catch (error) {
    if (error instanceof OutboundError) throw noSuchFile()
    throw error
  }
}

/** Proxies another server's image, so that the server doesn't learn who reads it. */
async function picture(server: Server, queueKey: string, digest: string, hex: string): Promise<ServedFile> {
  const url = externalImageBehind(server.config, digest, hex)
  if (url === undefined) throw noSuchFile()
  const { status, body } = await semaphore.through(queueKey, () => fetched(server, url))
  const type = pictureType(body)
  if (status !== 200 || type === undefined) throw noSuchFile()
  return {
    type,
    size: body.length,
    name: `picture.${type.slice('image/'.length)}`,
    version: createHash('sha256').update(body).digest('hex').slice(0, 32),
    maxAgeSecs: keptForSecs,
    stream: async (range) => Readable.from([range ? body.subarray(range.start, range.end + 1) : body]),
  }
}

export const externalPicturePages: readonly Page[] = [
  pageForAnyone('/external_content/:digest/:url', (ctx, { digest = '', url = '' }) =>
    picture(ctx.server, queueKeyOf(ctx.maybeOrg?.id ?? 0, ctx.request.network), digest, url),
  ),
]
