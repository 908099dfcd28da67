import type { FastifyInstance } from 'fastify'
import type { Runtime } from '#platform/runtime'

/** The server's own paths, and the API, which reports a move in its own way. */
const stays = /^\/(?:api|health|metrics|static)(?:[/?]|$)/

/** Redirects pages of an organization that has moved to another server. Call it before adding routes. */
export function leadElsewhere(app: FastifyInstance, runtime: Runtime): void {
  const places = runtime.features.flatMap(({ elsewhere }) => elsewhere ?? [])
  app.addHook('onRequest', async ({ method, url, headers }, reply) => {
    if ((method !== 'GET' && method !== 'HEAD') || stays.test(url)) return
    const org = await runtime.organizationAt(headers.host ?? '')
    const address = org && places.map((elsewhere) => elsewhere(org)).find((one) => one !== null)
    // browsers keep the fragment; not cached, because an organization can come back
    if (address) return reply.header('cache-control', 'no-store').redirect(address + url, 307)
  })
}
