import type { Config } from '#platform/config'
import { extensionPoint } from '#platform/serve'

export interface SignInProvider {
  readonly kind: 'oidc' | 'saml'
  readonly name: string
  readonly displayName: string
  readonly icon: string | null
  /** Subdomains that can use it; undefined for all. */
  readonly subdomains?: readonly string[] | undefined
}

export const signInProviders = extensionPoint((_config: Config): readonly SignInProvider[] => [])

/** Whether an organization, or any if undefined, uses an LDAP directory for users and passwords. */
export const hasDirectory = extensionPoint((_config: Config, _subdomain: string | undefined): boolean => false)

/** Whether mobile push notifications are available. */
export const reachesApps = extensionPoint((_config: Config) => false)
