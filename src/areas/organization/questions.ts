import type { Config } from '#platform/config'
import { question } from '#platform/serve'

/** Where people can sign in instead of by a password, as the pages of the server name it. */
export interface SignInProvider {
  /** The protocol that it speaks, part of addresses. */
  readonly kind: 'oidc' | 'saml'
  /** Machine name, part of addresses. */
  readonly name: string
  readonly displayName: string
  /** Path of a picture. */
  readonly icon: string | null
  /** The organizations that it is for, by subdomain, where it is not for every one. */
  readonly subdomains?: readonly string[] | undefined
}

export const signInProviders = question((_config: Config): readonly SignInProvider[] => [])

/** Whether an organization's people are in a directory where their passwords are, too; without one, any organization's. */
export const hasDirectory = question((_config: Config, _subdomain: string | undefined): boolean => false)

/** Whether apps on phones can be told of messages. */
export const reachesApps = question((_config: Config) => false)
