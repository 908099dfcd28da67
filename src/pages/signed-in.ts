import type { FastifyRequest } from 'fastify'
import { cookiesOf, overTls, sessionCookie } from '#platform/http'
import type { Organization } from '#platform/organization'
import type { Runtime } from '#platform/runtime'

/** Whether the browser that asks for a page has signed in at the organization. */
export function isSignedIn(runtime: Runtime, org: Organization, { headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const cookie = cookiesOf(headers.cookie, overTls(runtime)).get(sessionCookie)
  const session = runtime.areas.find((area) => area.session)?.session
  const userId = cookie === undefined ? undefined : session?.(org, cookie)?.userId
  return userId !== undefined && org.viewer(userId) !== undefined
}
