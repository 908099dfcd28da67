import type { Config } from '#platform/config'
import type { Organization } from '#platform/organization'
import { organizationMirror, settingsOf } from './mirror.ts'
import { hasDirectory, type SignInProvider, signInProviders } from './questions.ts'

export const passwordMethod = 'Email'
const oidcMethod = 'OpenID Connect'
const directoryMethod = 'LDAP'

/**
 * The ways of signing in that this server has for an organization, or for any, by the names that the organization's
 * settings use.
 */
export const authenticationMethods = (config: Config, org?: Organization): readonly string[] => [
  passwordMethod,
  ...(signInProviders(config).length > 0 ? [oidcMethod] : []),
  ...(hasDirectory(config, org?.get(organizationMirror).subdomain) ? [directoryMethod] : []),
]

const path = (act: 'login' | 'register', { name }: SignInProvider) => `/accounts/${act}/social/oidc/${name}`
export const loginPath = (provider: SignInProvider): string => path('login', provider)
export const signUpPath = (provider: SignInProvider): string => path('register', provider)
const iconPath = (provider: SignInProvider): string => `${loginPath(provider)}/icon`

/** Whether the organization lets people in this way, which it does unless it was turned off. */
const isMethodOn = (org: Organization, method: string): boolean =>
  settingsOf(org).authentication_methods[method] !== false

export const passwordsOn = (org: Organization): boolean => isMethodOn(org, passwordMethod)

/** Whether people sign in with the password that a directory knows. */
export const directoryOn = (config: Config, org: Organization): boolean =>
  isMethodOn(org, directoryMethod) && authenticationMethods(config, org).includes(directoryMethod)

/** The providers that people may sign in to the organization with, in the order of the configuration. */
export const providersOf = (config: Config, org: Organization): readonly SignInProvider[] =>
  isMethodOn(org, oidcMethod) ? signInProviders(config) : []

/** Whether people make accounts by themselves: with a service, or with an address that is proved by mail. */
export const letsAnybodyJoin = (config: Config, org: Organization): boolean =>
  !settingsOf(org).invite_required &&
  (providersOf(config, org).length > 0 || (passwordsOn(org) && org.services.sendsMail))

/** What the server has, at a root without organization; else what the organization lets people use. */
export function presentMethods(config: Config, org: Organization | undefined) {
  const providers = org && providersOf(config, org)
  const passwords = org ? passwordsOn(org) : true
  const directory = org ? directoryOn(config, org) : authenticationMethods(config).includes(directoryMethod)
  return {
    authentication_methods: {
      password: passwords || directory,
      dev: false,
      email: passwords,
      ldap: directory,
      remoteuser: false,
      saml: false,
      'openid connect': providers ? providers.length > 0 : authenticationMethods(config).includes(oidcMethod),
      google: false,
      github: false,
      gitlab: false,
      azuread: false,
      apple: false,
    },
    external_authentication_methods: (providers ?? []).map((provider) => ({
      name: `oidc:${provider.name}`,
      display_name: provider.displayName,
      display_icon: provider.icon === null ? null : iconPath(provider),
      login_url: loginPath(provider),
      signup_url: signUpPath(provider),
    })),
  }
}
