import type { FastifyRequest } from 'fastify'

/** The pattern of the endpoint or page; unknown paths are counted together. */
export function routeOf({ call, routeOptions, method }: FastifyRequest): string {
  if (call) return `${call.route.endpoint.method} ${call.route.endpoint.path}`
  return routeOptions.url === undefined ? 'none' : `${method} ${routeOptions.url}`
}
