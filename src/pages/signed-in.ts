import type { FastifyRequest } from 'fastify'
import type { UserId } from '#contract'
import { cookiesOf, sessionCookie, siteOf } from '#platform/http'
import type { Organization } from '#platform/organization'
import type { Runtime } from '#platform/runtime'

/** Who has signed in at the organization with the browser that asks for a page; undefined where nobody has. */
export function signedInUser(
  runtime: Runtime,
  org: Organization,
  { headers }: Pick<FastifyRequest, 'headers'>,
): UserId | undefined {
  const cookie = cookiesOf(headers.cookie, siteOf(runtime)).get(sessionCookie)
  const session = runtime.areas.find((area) => area.session)?.session
  const userId = cookie === undefined ? undefined : session?.(org, cookie)?.userId
  return userId !== undefined && org.viewer(userId) ? userId : undefined
}
