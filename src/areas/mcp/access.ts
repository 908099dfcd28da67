import type { Organization } from '#platform/organization'
import type { Context } from '#platform/serve'
import { organizationMirror, settingsOf } from '../organization/mirror.ts'
import { organizationOptions } from '../organization/options.ts'

/** Where it is, from the root. */
export const mcpPath = '/mcp'

/** Whoever runs the server, and the organization, can do without. */
export const isOn = ({ org, server }: Pick<Context, 'org' | 'server'>): boolean =>
  organizationOptions(server.config).mcp === 'on' && settingsOf(org).enable_mcp

/** Where programs learn who gives tokens out that are good here (RFC 9728). */
export const metadataUrl = (server: Context['server'], org: Organization): string =>
  `${server.organizationUrl(org.get(organizationMirror).subdomain)}/.well-known/oauth-protected-resource${mcpPath}`
