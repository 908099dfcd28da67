import type { Config } from '#platform/config'
import { question } from '#platform/serve'

/** An external sign-in provider, as listed on pages. */
export interface SignInProvider {
  /** The protocol, used in URLs. */
  readonly kind: 'oidc' | 'saml'
  /** Machine name, used in URLs. */
  readonly name: string
  readonly displayName: string
  /** Path of an image. */
  readonly icon: string | null
  /** Subdomains that can use it; undefined for all. */
  readonly subdomains?: readonly string[] | undefined
}

export const signInProviders = question((_config: Config): readonly SignInProvider[] => [])

/** Whether an organization, or any if undefined, uses an LDAP directory for users and passwords. */
export const hasDirectory = question((_config: Config, _subdomain: string | undefined): boolean => false)

/** Whether mobile push notifications are available. */
export const reachesApps = question((_config: Config) => false)
