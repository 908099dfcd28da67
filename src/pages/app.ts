import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { UserId } from '#contract'
import { projectRoot } from '#platform/config'
import { ifAbsent } from '#platform/folders'
import { encodingFor, includesEtag, withBasePath } from '#platform/http'

/** The build's output. */
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
 * Content-Security-Policy of the web client: scripts only from this server's files. Formulas need style attributes;
 * only the sanitizer inserts message HTML.
 */
const policyFor = (origins: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self'",
    "font-src 'self'",
    ["connect-src 'self'", ...origins].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types loquat dompurify',
  ].join('; ')

export interface Shell {
  readonly html: string
  /** The page in the client's other languages, by tag. */
  readonly translated: ReadonlyMap<string, string>
  /** Identifies the build. It's also in responses, so that open pages notice a new build. */
  readonly build: string
  /** Other origins that scripts can connect to, for files and calls. */
  readonly connectsTo: readonly string[]
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** Undefined if the web client wasn't built. Open pages also have to reload when `connectsTo` changes. */
export async function readShell(
  folder: string,
  basePath: string,
  connectsTo: readonly string[],
): Promise<Shell | undefined> {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) return undefined
  const read = async (name: string) => withBasePath(await readFile(join(folder, name), 'utf8'), basePath)
  const html = await read('index.html')
  const translated = new Map<string, string>()
  for (const name of (await readdir(folder)).sort()) {
    const language = /^index\.([\w-]+)\.html$/.exec(name)?.[1]
    if (language) translated.set(language, await read(name))
  }
  return { html, translated, connectsTo, build: digest([html, ...translated.values(), ...connectsTo].join('')) }
}

/**
 * The page names its account, so that tabs share state only with tabs of the same account, and stored data is for this
 * session. It has the reader's theme and language from the start to avoid a flash.
 */
export function sendShell(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, translated, build, connectsTo }: Shell,
  {
    userId,
    session,
    theme,
    language,
  }: {
    userId: UserId
    session: string
    theme: 'light' | 'dark' | undefined
    language: string
  },
): FastifyReply {
  const own = translated.get(language)
  const etag = `"${build}-${userId}-${session}${own === undefined ? '' : `-${language}`}${theme ? `-${theme}` : ''}"`
  reply.headers({
    'content-security-policy': policyFor(connectsTo),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // signed out, the same URL is the sign-in page
    'cache-control': 'no-cache, private',
    vary: 'Cookie, Accept-Language',
    etag,
    // the service worker stores the page for this account, with this build's files
    'x-loquat-build': build,
    'x-loquat-account': `${userId}`,
  })
  if (includesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply
    .type('text/html; charset=utf-8')
    .send(
      (own ?? html).replace(
        '<html',
        `<html data-build="${build}" data-account="${userId}" data-session="${session}"${theme ? ` data-theme="${theme}"` : ''}`,
      ),
    )
}

/** Files have content hashes in their names, so browsers cache them permanently. */
export async function appFiles(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(folder)) return
  // skips files being written (leading dot) and those with their own URLs
  const isServed = (name: string) => !/^(\.|service-worker\.|password-strength\.)/.test(name)
  const files = new Set((await readdir(folder)).filter(isServed))
  app.get<{ Params: { file: string } }>('/app/:file', async (request, reply) => {
    const { file } = request.params
    const type = types[extname(file)]
    if (!type || !files.has(file)) return reply.code(404).type('text/plain').send('Not found')
    const accepted = encodingFor(request.headers['accept-encoding'])
    const encoding = accepted && files.has(file + encodings[accepted]) ? accepted : undefined
    // a later build deletes old files; errors must not get these headers, which would cache them permanently
    const content = await readFile(join(folder, encoding ? file + encodings[encoding] : file)).catch(ifAbsent)
    if (!content) return reply.code(404).type('text/plain').send('Not found')
    reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
      ...(encoding ? { 'content-encoding': encoding } : {}),
    })
    return reply.type(type).send(content)
  })
}

/** The client's font for the server's own pages. Its URL is the same for all builds. */
export function pageFont(app: FastifyInstance, folder: string): void {
  app.get('/static/inter.woff2', async (_request, reply) => {
    const names = existsSync(folder) ? await readdir(folder) : []
    const name = names.find((one) => /^inter-latin-wght-normal-.*\.woff2$/.test(one))
    if (!name) return reply.code(404).type('text/plain').send('Not found')
    return reply
      .type('font/woff2')
      .headers({ 'cache-control': 'public, max-age=86400', 'x-content-type-options': 'nosniff' })
      .send(await readFile(join(folder, name)))
  })
}

/** Estimates passwords as they're typed, in the client and on server pages. Its URL is the same for all builds. */
export function passwordProgram(app: FastifyInstance, folder: string): void {
  app.get('/static/password-strength.js', async (request, reply) => {
    const file = join(folder, 'password-strength.js')
    const accepted = encodingFor(request.headers['accept-encoding'])
    if (!existsSync(file)) return reply.code(404).type('text/plain').send('Not found')
    reply.headers({
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
      ...(accepted ? { 'content-encoding': accepted } : {}),
    })
    return reply
      .type('text/javascript; charset=utf-8')
      .send(await readFile(file + (accepted ? encodings[accepted] : '')))
  })
}

/** Licenses of the client's dependencies. The URL is the same for all builds, so the content can change. */
export function licenses(app: FastifyInstance, folder: string): void {
  app.get('/licenses.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
      .send(await readFile(join(folder, 'licenses.txt'))),
  )
}
