import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { html } from '#platform/html'
import { includesEtag, withBasePath } from '#platform/http'
import type { Runtime } from '#platform/runtime'
import { page, sendPage } from './html.ts'

/** The library's files that are served, and their types; the others are examples. */
const files = [
  ['swagger-ui.css', 'text/css'],
  ['swagger-ui-bundle.js', 'text/javascript'],
] as const

/** The API description, and the pages that Swagger UI makes of it, without requests to other servers. */
export function reference(app: FastifyInstance, runtime: Runtime): void {
  const { basePath } = runtime
  // perf: made on first use; it's 1 MB that most processes never need
  let made: Promise<{ text: string; etag: string }> | undefined
  const describe = async () => {
    const { openApiDocument } = await import('#platform/openapi')
    const text = JSON.stringify(openApiDocument(runtime.features, runtime))
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
  }
  app.get('/api/v1/openapi.json', async (request, reply) => {
    made ??= describe()
    const { text, etag } = await made
    reply.headers({ etag, 'cache-control': 'no-cache', 'access-control-allow-origin': '*' })
    if (includesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('application/json').send(text)
  })

  app.get('/docs', async (_request, reply) => reply.redirect(`${basePath}/docs/`))
  app.get('/docs/', async (_request, reply) => sendPage(reply, withBasePath(shell, basePath), policy))
  const folder = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static')
  for (const [name, type] of files)
    app.get(`/docs/library/${name}`, async (_request, reply) =>
      reply
        .type(type)
        .headers({ 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' })
        .send(await readFile(join(folder, name))),
    )
}

// the library's icons are data URLs
const policy = "script-src 'self'; connect-src 'self'; img-src 'self' data:"

const shell = page({
  language: 'en',
  title: 'Loquat API reference',
  head: html`<link rel="stylesheet" href="/docs/library/swagger-ui.css">
<script src="/docs/library/swagger-ui-bundle.js" defer></script>
<script src="/static/reference.js" defer></script>`,
  body: html`<main id="reference"><p>Loading the reference, which needs scripts. The
<a href="/api/v1/openapi.json">OpenAPI description</a> itself needs none.</p></main>`,
})
