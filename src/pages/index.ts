import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { projectRoot } from '#platform/config'
import type { Runtime } from '#platform/runtime'
import { health } from './health.ts'
import { sendPage } from './html.ts'
import { landing } from './landing.ts'
import { organizations } from './organizations.ts'
import { reference } from './reference.ts'

const assets = { 'icon.png': 'image/png', 'loquat.css': 'text/css', 'reference.js': 'text/javascript' }

/** What browsers see: everything beside the API. */
export async function pages(app: FastifyInstance, runtime: Runtime): Promise<void> {
  health(app, runtime)

  app.get('/', async (request, reply) => {
    const all = await organizations(runtime)
    const url = runtime.organizationUrl(runtime.subdomainOf(request.headers.host ?? ''))
    return sendPage(reply, landing({ organizations: all, here: all.find((one) => one.url === url) }))
  })

  for (const [name, type] of Object.entries(assets)) {
    const content = await readFile(join(projectRoot, 'assets', name))
    app.get(`/static/${name}`, async (_request, reply) =>
      reply
        .type(type)
        .headers({ 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' })
        .send(content),
    )
  }
  await app.register(async (scope) => reference(scope, runtime))
}
