import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange } from '#platform/blobs'
import { HtmlPage, type PageAnswer, PublicDocument, Redirect, type ServedFile } from '#platform/serve'
import { type Site, setCookies } from './cookies.ts'
import { includesEtag } from './entity-tags.ts'
import { sendHtml } from './html.ts'
import { sendPublic } from './public-document.ts'

/** Types that browsers may display, because they can't hold a script. Others, like HTML and SVG, are downloads. */
const shown = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'video/mp4',
  'video/webm',
  'audio/mpeg',
  'audio/mp4',
  'audio/ogg',
  'audio/wav',
  'audio/x-wav',
  'audio/webm',
  'audio/flac',
  'audio/x-flac',
  'audio/aac',
  'application/pdf',
])

const isShownInline = (type: string): boolean => shown.has(type)

/** Sends a page's answer: a redirect, a page, or a file (whole, a range, or 304). */
export async function answerPage(request: FastifyRequest, reply: FastifyReply, answer: PageAnswer, site: Site) {
  if (answer instanceof Redirect || answer instanceof HtmlPage) setCookies(reply, answer.cookies, site)
  if (answer instanceof Redirect)
    return reply
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .redirect(answer.to.startsWith('/') ? site.basePath + answer.to : answer.to, 302)
  if (answer instanceof HtmlPage) return sendHtml(reply, answer, site)
  if (answer instanceof PublicDocument) return sendPublic(request, reply, answer, site)
  const file = answer
  const { range: asked, 'if-none-match': known } = request.headers
  if (includesEtag(known, etagOf(file))) return described(reply, file).code(304).send()
  const { size } = file
  // only GET has ranges (RFC 9110, 14.2)
  const canBePart = size !== undefined && request.method === 'GET' && fresh(request, file)
  const range = canBePart ? rangeOf(asked, size) : undefined
  if (range === 'outside') return described(reply, file).code(416).header('content-range', `bytes */${size}`).send()
  const length = range ? range.end - range.start + 1 : size
  // open the file before sending headers, so that a missing file is an ordinary error
  const stream = request.method === 'HEAD' || length === 0 ? undefined : await file.stream(range)
  described(reply, file)
  if (length !== undefined) reply.header('content-length', length)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  return reply.send(stream)
}

function described(reply: FastifyReply, file: ServedFile): FastifyReply {
  const inline = isShownInline(file.type) && !file.download
  return reply.headers({
    'content-type': typeOnTheWire(file.type),
    'content-disposition': disposition(inline ? 'inline' : 'attachment', file.name),
    'x-content-type-options': 'nosniff',
    // a sandbox would block the browser's PDF viewer; nothing is loaded or run either way
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'${file.type === 'application/pdf' ? "; object-src 'self'" : '; sandbox'}`,
    'referrer-policy': 'no-referrer',
    'cache-control': `${file.isPublic ? 'public' : 'private'}, max-age=${file.maxAgeSecs}${file.maxAgeSecs > 86_400 ? ', immutable' : ''}`,
    // the same URL gives an error to users who can't see the file
    ...(file.isPublic ? {} : { vary: 'Authorization, Cookie' }),
    'accept-ranges': file.size === undefined ? 'none' : 'bytes',
    etag: etagOf(file),
  })
}

function typeOnTheWire(type: string): string {
  if (type === 'text/plain') return 'text/plain; charset=utf-8'
  // audio and video of any format can't hold scripts either, and players need the type
  return isShownInline(type) || /^(audio|video)\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream'
}

const etagOf = ({ version }: ServedFile) => `"${version}"`

/** An ASCII name for old clients, and the real one in UTF-8 (RFC 6266). */
function disposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  if (ascii === name) return `${kind}; filename="${name}"`
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

const fresh = ({ headers }: FastifyRequest, file: ServedFile): boolean =>
  headers['if-range'] === undefined || headers['if-range'] === etagOf(file)

/** One byte range (RFC 9110, 14.1.2). Several ranges, or an invalid one, return the whole file. */
function rangeOf(header: string | undefined, size: number): ByteRange | 'outside' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.replaceAll(' ', '') ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const [, first, last] = match as unknown as [string, string, string]
  if (first === '') {
    const count = Math.min(Number(last), size)
    return count === 0 ? 'outside' : { start: size - count, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'outside' : { start, end }
}
