import type { FastifyInstance } from 'fastify'
import type { RequestTrace, Tracing } from '#platform/tracing'
import { routeOf } from './route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    trace: RequestTrace | undefined
  }
}

/** A span per request, with the request ID of its answer. */
export function addSpans(app: FastifyInstance, tracing: Tracing | undefined): void {
  app.decorateRequest('trace', undefined)
  if (!tracing) return
  app.addHook('onRequest', async (request) => {
    request.trace = tracing.begin(request.headers)
  })
  app.addHook('onResponse', async (request, { statusCode: status }) => {
    const { method, id: requestId } = request
    // the pattern without its method
    const route = routeOf(request).replace(/^[A-Z]+ /, '')
    request.trace?.end({ method, route, status, requestId })
  })
}
