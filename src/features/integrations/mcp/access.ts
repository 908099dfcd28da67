import type { Organization } from '#platform/organization'
import type { Context } from '#platform/serve'
import { organizationCache, settingsOf } from '../../people/organization/cache.ts'
import { organizationOptions } from '../../people/organization/options.ts'

/** From the root. */
export const mcpPath = '/mcp'

/** Both the server's operator and the organization can turn it off. */
export const isOn = ({ org, server }: Pick<Context, 'org' | 'server'>): boolean =>
  organizationOptions(server.config).mcp === 'on' && settingsOf(org).enable_mcp

/** The URL of the protected resource metadata (RFC 9728). */
export const metadataUrl = (server: Context['server'], org: Organization): string =>
  `${server.organizationUrl(org.get(organizationCache).subdomain)}/.well-known/oauth-protected-resource${mcpPath}`
