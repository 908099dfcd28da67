import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { projectRoot } from '#platform/config'
import { compress, includesEtag } from '#platform/http'
import { lastResort } from '#platform/languages'
import type { Shell } from './app.ts'

/** It can send requests only to this server. */
const policy = "default-src 'none'; connect-src 'self'"

/** The names of the files that the page loads first. */
const firstFiles = (html: string): string[] =>
  [...html.matchAll(/="(?:[^"]*\/)?app\/([\w.-]+)"/g)].map(([, name]) => `${name}`)

interface Program {
  readonly text: string
  readonly etag: string
}

/** The service worker's script. It differs for each build and language, so that browsers notice updates. */
async function programIn(
  folder: string,
  { html, translated, build }: Shell,
  language: string,
  pictureBytes: number,
): Promise<Program | undefined> {
  const file = join(folder, translated.has(language) ? `service-worker.${language}.js` : 'service-worker.js')
  if (!existsSync(file)) return undefined
  const first = firstFiles(translated.get(language) ?? html)
  const list = join(folder, 'files.json')
  const all: Record<string, string[]> = existsSync(list) ? JSON.parse(await readFile(list, 'utf8')) : {}
  const later = (all[language] ?? []).filter((name) => !first.includes(name))
  const told = { build, first, later, pictureBytes }
  return program(`self.loquat=${JSON.stringify(told)};\n${await readFile(file, 'utf8')}`)
}

const program = (text: string): Program => ({
  text,
  etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
})

/**
 * Browsers check for updates whenever the client is opened. If the client can't be stored, they get a script that
 * unregisters the service worker.
 */
export async function serviceWorker(
  app: FastifyInstance,
  {
    folder,
    shell,
    languageOf,
    pictureBytes,
  }: {
    folder: string
    shell: Shell | undefined
    languageOf: (request: FastifyRequest) => Promise<string | undefined>
    /** Size of the cache for viewed images. */
    pictureBytes: number
  },
): Promise<void> {
  const retired = program(await readFile(join(projectRoot, 'assets', 'retired-worker.js'), 'utf8'))
  const programs = new Map<string, Program>()
  for (const language of shell ? [lastResort, ...shell.translated.keys()] : []) {
    const one = await programIn(folder, shell as Shell, language, pictureBytes)
    if (one) programs.set(language, one)
  }
  app.get('/service-worker.js', async (request, reply) => {
    const { text, etag } =
      programs.get((await languageOf(request)) ?? lastResort) ?? programs.get(lastResort) ?? retired
    reply.headers({
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      etag,
      vary: 'Cookie, Accept-Language, Accept-Encoding',
    })
    if (includesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const smaller = await compress({ holdsSecrets: false }, text, request.headers['accept-encoding'])
    const encoding = smaller?.headers['content-encoding']
    if (encoding) reply.header('content-encoding', encoding)
    return reply.type('text/javascript; charset=utf-8').send(smaller?.body ?? text)
  })
}
