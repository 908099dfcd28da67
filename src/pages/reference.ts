import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { html } from '#platform/html'
import { withBasePath } from '#platform/http'
import type { Runtime } from '#platform/runtime'
import { page, sendPage } from './html.ts'

/** The library's files that are served; the others are examples. */
const files = ['swagger-ui.css', 'swagger-ui-bundle.js']

/** The API description, and the pages that Swagger UI makes of it, without requests to other servers. */
export async function reference(app: FastifyInstance, runtime: Runtime): Promise<void> {
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
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('application/json').send(text)
  })

  app.get('/docs', async (_request, reply) => reply.redirect(`${basePath}/docs/`))
  app.get('/docs/', async (_request, reply) => sendPage(reply, withBasePath(shell, basePath), policy))
  const folder = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static')
  await app.register((await import('@fastify/static')).default, {
    root: folder,
    prefix: '/docs/library/',
    index: false,
    decorateReply: false,
    maxAge: 3_600_000,
    allowedPath: (path) => files.includes(path.replace(/^\//, '')),
  })
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
