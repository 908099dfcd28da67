import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { projectRoot } from '#platform/config'
import { type ClientHeaders, withBasePath } from '#platform/http'
import type { Runtime } from '#platform/runtime'
import { appFiles, builtClient, readShell, sendShell } from './app.ts'
import { health } from './health.ts'
import { sendPage } from './html.ts'
import { landing } from './landing.ts'
import { organizations } from './organizations.ts'
import { reference } from './reference.ts'
import { type FirstRun, setup } from './setup.ts'
import { signedInUser } from './signed-in.ts'
import { themeOf } from './theme.ts'

/** What stands below `/static/`: path, file in `assets`, type. */
const assets = [
  ['icon.png', 'icon.png', 'image/png'],
  ['loquat.css', 'loquat.css', 'text/css'],
  ['reference.js', 'reference.js', 'text/javascript'],
  // compat: where clients look for the one emoji that is no character, and for a picture that is not ready yet
  ['generated/emoji/images/emoji/unicode/zulip.png', 'zulip.png', 'image/png'],
  ['images/loading.svg', 'loading.svg', 'image/svg+xml'],
] as const

interface PageOptions {
  /** The way to the first organization, where there is one. */
  firstRun?: FirstRun
  /** Where the web client was built. */
  client?: string
}

/** What browsers see: everything beside the API. Open pages hear of a new build of the client by the answers they get. */
export async function pages(
  app: FastifyInstance,
  runtime: Runtime,
  { firstRun, client = builtClient }: PageOptions = {},
): Promise<ClientHeaders> {
  health(app, runtime)

  const facts = async (request: FastifyRequest) => {
    const all = await organizations(runtime)
    const url = runtime.organizationUrl(runtime.subdomainOf(request.headers.host ?? ''))
    return { organizations: all, here: all.find((one) => one.url === url) }
  }
  const { basePath } = runtime
  const sendLanding = async (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(reply, withBasePath(landing(await facts(request)), basePath))
  const shell = await readShell(client, basePath)
  app.get('/', async (request, reply) => {
    const org = await runtime.organizationAt(request.headers.host ?? '')
    if (!org || !shell) return sendLanding(request, reply)
    // whoever is not signed in keeps what stands after # in the address: the view that the link was for
    const userId = signedInUser(runtime, org, request)
    if (userId === undefined)
      return reply.header('cache-control', 'no-store').redirect(`${basePath}/accounts/login`, 302)
    return sendShell(request, reply, shell, { userId, theme: themeOf(org, userId) })
  })
  app.get('/connect', async (request, reply) => sendLanding(request, reply))
  await appFiles(app, client)
  if (firstRun) setup(app, runtime, firstRun)

  for (const [path, file, type] of assets) {
    const content = await readFile(join(projectRoot, 'assets', file))
    app.get(`/static/${path}`, async (_request, reply) =>
      reply
        .type(type)
        .headers({ 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' })
        .send(content),
    )
  }
  await app.register(async (scope) => reference(scope, runtime))
  return shell ? [['x-loquat-build', shell.build]] : []
}
