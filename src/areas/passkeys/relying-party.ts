import type { OpenContext } from '#platform/serve'
import { organizationMirror } from '../organization/mirror.ts'

/** What a browser binds a passkey to: the organization's own host. */
interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** Where the organization is reached; on the machine itself also by a name that no other machine can have. */
export function relyingPartyOf({
  org,
  server,
  request,
}: Pick<OpenContext, 'org' | 'server' | 'request'>): RelyingParty {
  const url = new URL(server.organizationUrl(org.get(organizationMirror).subdomain))
  const asked = `http://${request.header('host')}`
  const isLocal = URL.canParse(asked) && /(^|\.)localhost$/.test(new URL(asked).hostname)
  const { origin, hostname: id } = isLocal ? new URL(asked) : url
  return { id, origin }
}
