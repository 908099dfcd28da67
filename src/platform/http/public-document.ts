import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PublicDocument } from '#platform/serve'
import { withBasePath } from './base-path.ts'
import { compress } from './compression.ts'
import type { Site } from './cookies.ts'
import { includesEtag } from './entity-tags.ts'

/** Caches don't revalidate for this long, so deleted or closed content is gone from them as soon. */
const keptForSecs = 30

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "media-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types loquat',
].join('; ')

export async function sendPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, text, isListed }: PublicDocument,
  { basePath }: Site,
): Promise<FastifyReply> {
  const body = type.startsWith('text/html') ? withBasePath(text, basePath) : text
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  reply.headers({
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': `public, max-age=${keptForSecs}`,
    vary: 'Accept-Encoding',
    etag,
    ...(isListed ? {} : { 'x-robots-tag': 'noindex' }),
  })
  const known = request.headers['if-none-match']
  if (includesEtag(known, etag)) return reply.code(304).send()
  const smaller = await compress({ holdsSecrets: false }, body, request.headers['accept-encoding'])
  return reply
    .type(type)
    .headers(smaller?.headers ?? {})
    .send(smaller?.body ?? body)
}
