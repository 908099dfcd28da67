import type { Config } from '#platform/config'
import type { Organization } from '#platform/organization'
import { organizationCache, settingsOf } from './cache.ts'
import { hasDirectory, type SignInProvider, signInProviders } from './extension-points.ts'

export const passwordMethod = 'Email'
const directoryMethod = 'LDAP'
const passkeyMethod = 'Passkey'
const linkMethod = 'Email link'
/** Methods that default to the password setting: an organization that turned passwords off meant all local methods. */
const likePasswords: readonly string[] = [passkeyMethod, linkMethod]
/** By provider protocol, in the order of settings. */
const methods = { oidc: 'OpenID Connect', saml: 'SAML' } as const satisfies Record<SignInProvider['kind'], string>

/** The server's providers for the organization, or for any if undefined. */
const providersFor = (config: Config, org: Organization | undefined): readonly SignInProvider[] => {
  const subdomain = org?.get(organizationCache).subdomain
  return signInProviders(config).filter(
    ({ subdomains }) => subdomain === undefined || !subdomains || subdomains.includes(subdomain),
  )
}

/** The sign-in methods available for an organization, or for any if undefined, by their names in settings. */
export function authenticationMethods(config: Config, org?: Organization): readonly string[] {
  const kinds = new Set(providersFor(config, org).map(({ kind }) => kind))
  const ofProviders = Object.entries(methods).filter(([kind]) => kinds.has(kind as SignInProvider['kind']))
  const hasOne = hasDirectory(config, org?.get(organizationCache).subdomain)
  return [
    passwordMethod,
    passkeyMethod,
    ...(config.smtpUrl === undefined ? [] : [linkMethod]),
    ...ofProviders.map(([, method]) => method),
    ...(hasOne ? [directoryMethod] : []),
  ]
}

const path = (mutation: 'login' | 'register', { kind, name }: SignInProvider) =>
  `/accounts/${mutation}/social/${kind}/${name}`
export const loginPath = (provider: SignInProvider): string => path('login', provider)
export const signUpPath = (provider: SignInProvider): string => path('register', provider)
const iconPath = (provider: SignInProvider): string => `${loginPath(provider)}/icon`

type Chosen = Readonly<Record<string, boolean>>

/** Whether a method is on with these settings: unless it was turned off. */
export const isChosen = (chosen: Chosen, method: string): boolean =>
  (chosen[method] ?? (likePasswords.includes(method) ? chosen[passwordMethod] : undefined)) !== false

const isMethodOn = (org: Organization, method: string): boolean =>
  isChosen(settingsOf(org).authentication_methods, method)

export const passwordsOn = (org: Organization): boolean => isMethodOn(org, passwordMethod)

export const directoryOn = (config: Config, org: Organization): boolean =>
  isMethodOn(org, directoryMethod) && authenticationMethods(config, org).includes(directoryMethod)

export const passkeysOn = (org: Organization): boolean => isMethodOn(org, passkeyMethod)

/** Whether people can sign in by an emailed link, which needs a mail server. */
export const mailedLinksOn = (org: Organization): boolean => org.services.sendsMail && isMethodOn(org, linkMethod)

export const providersOf = (config: Config, org: Organization): readonly SignInProvider[] =>
  providersFor(config, org).filter(({ kind }) => isMethodOn(org, methods[kind]))

/** Whether people can create accounts without an invitation: through a provider, or with a verified email address. */
export const isOpenToAnyone = (config: Config, org: Organization): boolean =>
  !settingsOf(org).invite_required &&
  (providersOf(config, org).length > 0 || (passwordsOn(org) && org.services.sendsMail))

/** The server's methods at a root without an organization; otherwise the organization's. */
export function serializeMethods(config: Config, org: Organization | undefined) {
  const providers = org && providersOf(config, org)
  const passwords = org ? passwordsOn(org) : true
  const kinds = new Set((providers ?? signInProviders(config)).map(({ kind }) => kind))
  const directory = org ? directoryOn(config, org) : authenticationMethods(config).includes(directoryMethod)
  return {
    authentication_methods: {
      password: passwords || directory,
      dev: false,
      email: passwords,
      ldap: directory,
      remoteuser: false,
      saml: kinds.has('saml'),
      'openid connect': kinds.has('oidc'),
      google: false,
      github: false,
      gitlab: false,
      azuread: false,
      apple: false,
    },
    external_authentication_methods: (providers ?? []).map((provider) => ({
      name: `${provider.kind}:${provider.name}`,
      display_name: provider.displayName,
      display_icon: provider.icon === null ? null : iconPath(provider),
      login_url: loginPath(provider),
      signup_url: signUpPath(provider),
    })),
  }
}
