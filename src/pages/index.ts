import type { FastifyInstance } from 'fastify'
import type { Runtime } from '#platform/runtime'

/** What browsers see: everything beside the API. */
export function pages(app: FastifyInstance, _runtime: Runtime): void {
  app.get('/health', async () => ({ status: 'ok' }))
}
