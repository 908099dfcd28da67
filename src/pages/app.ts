import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { UserId } from '#contract'
import { projectRoot } from '#platform/config'
import { encodingFor, withBasePath } from '#platform/http'

/** Where the build puts the client. */
export const builtClient = join(projectRoot, 'dist', 'web')

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}
const encodings = { br: '.br', gzip: '.gz' } as const

/**
 * What scripts of the web client may do: nothing that is not in this server's own files. Formulas are positioned by
 * style attributes; messages are put into the page by the sanitizer alone.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types loquat dompurify',
].join('; ')

interface Shell {
  readonly html: string
  /** Tells this build of the client from others; answers to it bear it too, so that open pages hear of a new one. */
  readonly build: string
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** The page that the web client lives in; undefined where it was not built. */
export async function readShell(folder: string, basePath: string): Promise<Shell | undefined> {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) return undefined
  const html = withBasePath(await readFile(file, 'utf8'), basePath)
  return { html, build: digest(html) }
}

/**
 * The page says whose it is: tabs of one browser share what they know only with those of the same account. It comes in its
 * reader's colours, so that it does not change them when it has learned of them.
 */
export function sendShell(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, build }: Shell,
  { userId, theme }: { userId: UserId; theme: 'light' | 'dark' | undefined },
): FastifyReply {
  const etag = `"${build}-${userId}${theme ? `-${theme}` : ''}"`
  reply.headers({
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // the same address is the page for signing in, for somebody else
    'cache-control': 'no-cache, private',
    vary: 'Cookie',
    etag,
  })
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply
    .type('text/html; charset=utf-8')
    .send(
      html.replace(
        '<html',
        `<html data-build="${build}" data-account="${userId}"${theme ? ` data-theme="${theme}"` : ''}`,
      ),
    )
}

/** A proxy that compresses makes a name weak. */
const isKnown = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false

/** The client's files: their names tell their content, so browsers keep them for good. */
export async function appFiles(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(folder)) return
  // one that is being written begins with a dot
  const files = new Set((await readdir(folder)).filter((name) => !name.startsWith('.')))
  app.get<{ Params: { file: string } }>('/app/:file', async (request, reply) => {
    const { file } = request.params
    const type = types[extname(file)]
    if (!type || !files.has(file)) return reply.code(404).type('text/plain').send('Not found')
    const accepted = encodingFor(request.headers['accept-encoding'])
    const encoding = accepted && files.has(file + encodings[accepted]) ? accepted : undefined
    reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
      ...(encoding ? { 'content-encoding': encoding } : {}),
    })
    return reply.type(type).send(await readFile(join(folder, encoding ? file + encodings[encoding] : file)))
  })
}
