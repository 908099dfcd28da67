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
  /** The same in the other languages that the client was built in, by their tags. */
  readonly translated: ReadonlyMap<string, string>
  /** Tells this build of the client from others; answers to it bear it too, so that open pages hear of a new one. */
  readonly build: string
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** The page that the web client lives in; undefined where it was not built. */
export async function readShell(folder: string, basePath: string): Promise<Shell | undefined> {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) return undefined
  const read = async (name: string) => withBasePath(await readFile(join(folder, name), 'utf8'), basePath)
  const html = await read('index.html')
  const translated = new Map<string, string>()
  for (const name of (await readdir(folder)).sort()) {
    const language = /^index\.([\w-]+)\.html$/.exec(name)?.[1]
    if (language) translated.set(language, await read(name))
  }
  return { html, translated, build: digest([html, ...translated.values()].join('')) }
}

/**
 * The page says whose it is: tabs of one browser share what they know only with those of the same account, and what the
 * browser keeps is for this session alone. It comes in its reader's colours and language, so that it does not change
 * them when it has learned of them.
 */
export function sendShell(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, translated, build }: Shell,
  {
    userId,
    session,
    theme,
    language,
    connectsTo,
  }: {
    userId: UserId
    session: string
    theme: 'light' | 'dark' | undefined
    language: string
    /** Where scripts may send files, beside here. */
    connectsTo: readonly string[]
  },
): FastifyReply {
  const own = translated.get(language)
  const etag = `"${build}-${userId}-${session}${own === undefined ? '' : `-${language}`}${theme ? `-${theme}` : ''}"`
  reply.headers({
    'content-security-policy': policyFor(connectsTo),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // the same address is the page for signing in, for somebody else
    'cache-control': 'no-cache, private',
    vary: 'Cookie, Accept-Language',
    etag,
    // the service worker keeps the page for this account alone, beside the files of this build
    'x-loquat-build': build,
    'x-loquat-account': `${userId}`,
  })
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply
    .type('text/html; charset=utf-8')
    .send(
      (own ?? html).replace(
        '<html',
        `<html data-build="${build}" data-account="${userId}" data-session="${session}"${theme ? ` data-theme="${theme}"` : ''}`,
      ),
    )
}

/** A proxy that compresses makes a name weak. */
const isKnown = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false

/** The client's files: their names tell their content, so browsers keep them for good. */
export async function appFiles(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(folder)) return
  // one that is being written begins with a dot; those that change have addresses of their own
  const isServed = (name: string) => !/^(\.|service-worker\.|password-strength\.)/.test(name)
  const files = new Set((await readdir(folder)).filter(isServed))
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

/** What judges passwords while they are typed, for the client and for pages of the server; it has one address for all builds. */
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

/** The terms of what the client contains of others' work. They have one address for all builds, so they may change. */
export function licenses(app: FastifyInstance, folder: string): void {
  app.get('/licenses.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
      .send(await readFile(join(folder, 'licenses.txt'))),
  )
}
