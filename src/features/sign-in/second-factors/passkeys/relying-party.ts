import type { OpenContext } from '#platform/serve'
import { organizationCache } from '../../../people/organization/cache.ts'

/** Passkeys are bound to the organization's host. */
interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** The organization's host; on the local machine also under loopback names. */
export function relyingPartyOf({
  org,
  server,
  request,
}: Pick<OpenContext, 'org' | 'server' | 'request'>): RelyingParty {
  const url = new URL(server.organizationUrl(org.get(organizationCache).subdomain))
  const asked = `http://${request.header('host')}`
  const isLocal = URL.canParse(asked) && /(^|\.)localhost$/.test(new URL(asked).hostname)
  const { origin, hostname: id } = isLocal ? new URL(asked) : url
  return { id, origin }
}
