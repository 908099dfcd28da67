import type { FastifyInstance } from 'fastify'
import type { Runtime } from '#platform/runtime'

/** What is the server's own, and the API, which says so in its own way. */
const stays = /^\/(?:api|health|metrics|static)(?:[/?]|$)/

/** Pages of an organization that has moved to another server lead there; before any route is added. */
export function leadElsewhere(app: FastifyInstance, runtime: Runtime): void {
  const places = runtime.features.flatMap(({ elsewhere }) => elsewhere ?? [])
  app.addHook('onRequest', async ({ method, url, headers }, reply) => {
    if ((method !== 'GET' && method !== 'HEAD') || stays.test(url)) return
    const org = await runtime.organizationAt(headers.host ?? '')
    const address = org && places.map((elsewhere) => elsewhere(org)).find((one) => one !== null)
    // browsers keep what stands after # in the address; not for ever, because an organization can come back
    if (address) return reply.header('cache-control', 'no-store').redirect(address + url, 307)
  })
}
