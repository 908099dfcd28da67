import type { Config } from '#platform/config'
import type { Organization } from '#platform/organization'
import { settingsOf } from './mirror.ts'
import { type SignInProvider, signInProviders } from './questions.ts'

export const passwordMethod = 'Email'
const oidcMethod = 'OpenID Connect'
const passkeyMethod = 'Passkey'
const linkMethod = 'Email link'
/** What goes with passwords where nobody has said otherwise: who turned these off meant every way of this server's own. */
const likePasswords: readonly string[] = [passkeyMethod, linkMethod]

/** The ways of signing in that this server has, by the names that the organization's settings use. */
export const authenticationMethods = (config: Config): readonly string[] => [
  passwordMethod,
  passkeyMethod,
  ...(config.smtpUrl === undefined ? [] : [linkMethod]),
  ...(signInProviders(config).length > 0 ? [oidcMethod] : []),
]

const path = (act: 'login' | 'register', { name }: SignInProvider) => `/accounts/${act}/social/oidc/${name}`
export const loginPath = (provider: SignInProvider): string => path('login', provider)
export const signUpPath = (provider: SignInProvider): string => path('register', provider)
const iconPath = (provider: SignInProvider): string => `${loginPath(provider)}/icon`

type Chosen = Readonly<Record<string, boolean>>

/** Whether a way is on where these were chosen, which it is unless it was turned off. */
export const isChosen = (chosen: Chosen, method: string): boolean =>
  (chosen[method] ?? (likePasswords.includes(method) ? chosen[passwordMethod] : undefined)) !== false

/** Whether the organization lets people in this way. */
const isMethodOn = (org: Organization, method: string): boolean =>
  isChosen(settingsOf(org).authentication_methods, method)

export const passwordsOn = (org: Organization): boolean => isMethodOn(org, passwordMethod)

export const passkeysOn = (org: Organization): boolean => isMethodOn(org, passkeyMethod)

/** Whether a link by mail lets people in: it takes somebody who delivers mail. */
export const mailedLinksOn = (org: Organization): boolean => org.services.sendsMail && isMethodOn(org, linkMethod)

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
  return {
    authentication_methods: {
      password: passwords,
      dev: false,
      email: passwords,
      ldap: false,
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
