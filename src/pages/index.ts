import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { UserId } from '#contract'
import { projectRoot } from '#platform/config'
import { type ClientHeaders, withBasePath } from '#platform/http'
import { lastResort } from '#platform/languages'
import type { Organization } from '#platform/organization'
import type { Runtime } from '#platform/runtime'
import { callOrigins } from '../features/calls/calls/livekit/connection.ts'
import { isReadableByAnyone } from '../features/channels/channels/access.ts'
import { organizationCache } from '../features/people/organization/cache.ts'
import { appFiles, builtClient, licenses, pageFont, passwordProgram, readShell, sendShell } from './app.ts'
import { health } from './health.ts'
import { help } from './help.ts'
import { sendPage } from './html.ts'
import { landing } from './landing.ts'
import { chosenLanguage, pageLanguage } from './language.ts'
import { manifest } from './manifest.ts'
import { organizations } from './organizations.ts'
import { reference } from './reference.ts'
import { isOnThisMachine } from './same-machine.ts'
import { type FirstRun, setup } from './setup.ts'
import { nameOfSession, readerLanguage, signedInUser, themeOf } from './signed-in.ts'
import { serviceWorker } from './worker.ts'

/** Static files: path below `/static/`, file in `assets`, type. */
const assets = [
  ['icon.png', 'icon.png', 'image/png'],
  ['font.css', 'font.css', 'text/css'],
  ['loquat.css', 'loquat.css', 'text/css'],
  ['help.css', 'help.css', 'text/css'],
  ['help.js', 'help.js', 'text/javascript'],
  ['palette.css', 'palette.css', 'text/css'],
  ['site.css', 'site/site.css', 'text/css'],
  ['public.css', 'public/public.css', 'text/css'],
  ...['code', 'link', 'main', 'navigation', 'news', 'pictures', 'times'].map(
    (name) => [`public/${name}.js`, `public/${name}.js`, 'text/javascript'] as const,
  ),
  ['reference.js', 'reference.js', 'text/javascript'],
  // compat: where clients look for the one emoji that isn't Unicode, and for the placeholder of loading images
  ['generated/emoji/images/emoji/unicode/zulip.png', 'zulip.png', 'image/png'],
  ['images/loading.svg', 'loading.svg', 'image/svg+xml'],
] as const

interface PageOptions {
  /** Set while the server has no organization. */
  firstRun?: FirstRun
  /** The web client's build folder. */
  client?: string
  /** Whether browsers can store the client; by default, the configuration decides. */
  isKept?: boolean
  /** Size of the browser's cache for viewed images, in bytes. */
  pictureBytes?: number
}

/** Maximum organizations on the server's page: it's public, and there can be ten thousand. */
export const maxListed = 50

/** Everything browsers load outside the API. Responses name the client's build, so that open pages notice a new one. */
export async function pages(
  app: FastifyInstance,
  runtime: Runtime,
  {
    firstRun,
    client = builtClient,
    isKept = runtime.config.serviceWorker === 'on',
    pictureBytes = 60 * 2 ** 20,
  }: PageOptions = {},
): Promise<ClientHeaders> {
  health(app, runtime)
  const { basePath } = runtime
  const { parts } = runtime.blobs
  const connectsTo = [...(parts ? [parts.origin] : []), ...callOrigins(runtime.config)]
  const shell = await readShell(client, basePath, connectsTo)

  const facts = async (request: FastifyRequest) => {
    const found = await organizations(runtime, maxListed + 1)
    const org = await runtime.organizationAt(request.headers.host ?? '')
    const here = org?.get(organizationCache)
    const url = runtime.organizationUrl(runtime.subdomainOf(request.headers.host ?? ''))
    return {
      language: readerLanguage(runtime, org, request),
      organizations: found.slice(0, maxListed),
      hasMore: found.length > maxListed,
      here: here?.deactivatedAt === null ? { name: here.name, url } : undefined,
      hasClient: shell !== undefined,
      hasSetup: firstRun !== undefined,
    }
  }
  const sendLanding = async (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(reply, withBasePath(landing(await facts(request)), basePath))
  const spoken = [lastResort, ...(shell?.translated.keys() ?? [])]
  const languageFor = (org: Organization, userId: UserId | undefined, request: FastifyRequest) =>
    pageLanguage(chosenLanguage(org, userId), request.headers['accept-language'], spoken)
  app.get('/', async (request, reply) => {
    const org = await runtime.organizationAt(request.headers.host ?? '')
    if (!org && firstRun && isOnThisMachine(request.raw, runtime.config) && !(await runtime.registry.hasOrganization()))
      return reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .redirect(basePath + firstRun.path, 302)
    if (!org || !shell) return sendLanding(request, reply)
    // the sign-in page keeps the URL's fragment: the view that the link was for
    const userId = signedInUser(runtime, org, request)
    if (userId === undefined) {
      const way = isReadableByAnyone(org) ? '/public/link' : '/accounts/login'
      return reply.header('cache-control', 'no-store').redirect(basePath + way, 302)
    }
    const session = nameOfSession(runtime, request)
    const language = languageFor(org, userId, request)
    return sendShell(request, reply, shell, { userId, session, theme: themeOf(org, userId), language })
  })
  // bookmarks of people whose organization moved here
  for (const path of ['/login', '/login/'])
    app.get(path, async (_request, reply) => reply.redirect(`${basePath}/accounts/login`, 302))
  app.get('/connect', async (request, reply) => sendLanding(request, reply))
  await appFiles(app, client)
  pageFont(app, client)
  passwordProgram(app, client)
  if (shell) licenses(app, client)
  manifest(app, runtime)
  const languageOf = async (request: FastifyRequest) => {
    const org = await runtime.organizationAt(request.headers.host ?? '')
    return org && languageFor(org, signedInUser(runtime, org, request), request)
  }
  await serviceWorker(app, { folder: client, shell: isKept ? shell : undefined, languageOf, pictureBytes })
  help(app, runtime)
  if (firstRun) setup(app, runtime, firstRun)

  const contents = await Promise.all(assets.map(([, file]) => readFile(join(projectRoot, 'assets', file))))
  for (const [index, [path, , type]] of assets.entries()) {
    const content = contents[index]
    app.get(`/static/${path}`, async (_request, reply) =>
      reply
        .type(type)
        .headers({ 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' })
        .send(content),
    )
  }
  reference(app, runtime)
  return shell ? [['x-loquat-build', shell.build]] : []
}
