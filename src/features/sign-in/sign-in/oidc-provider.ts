import { readFileSync } from 'node:fs'
import { z } from '#contract'
import { type Config, ConfigError, flagOf, perConfig } from '#platform/config'
import type { SignInProvider } from '../../people/organization/extension-points.ts'
import { signInOptions } from './options.ts'

export interface OidcProvider extends SignInProvider {
  readonly issuer: string
  readonly clientId: string
  /** A function, so that printing or serializing the provider doesn't reveal it. */
  readonly clientSecret: () => string
  readonly scopes: string
  /** Whether to treat its email addresses as verified. */
  readonly trustEmail: boolean
  readonly timeoutSecs: number
}

export const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
const issuer = z
  .url({ protocol: /^https?$/ })
  .refine(
    (url) => !URL.canParse(url) || url.startsWith('https:') || isLoopback(new URL(url)),
    'must begin with https://',
  )

const providers = z.array(
  z.strictObject({
    name: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'takes small letters, digits, - and _'),
    display_name: z.string().trim().min(1).max(60),
    issuer,
    client_id: z.string().min(1),
    client_secret: z.string().min(1).optional(),
    client_secret_file: z.string().min(1).optional(),
    scopes: z
      .string()
      .refine((scopes) => scopes.split(' ').includes('openid'), 'must contain openid')
      .default('openid email profile'),
    icon: z.string().min(1).nullable().default(null),
    trust_email: z.boolean().default(false),
    timeout_seconds: z.number().positive().max(60).default(10),
  }),
)

/** The source of an invalid value: an option, or a path in the file. */
type Place = (path: readonly PropertyKey[]) => string

const optionNames: Record<string, keyof typeof signInOptions.declared> = {
  name: 'oidcName',
  display_name: 'oidcDisplayName',
  issuer: 'oidcIssuer',
  client_id: 'oidcClientId',
  client_secret: 'oidcClientSecret',
  client_secret_file: 'oidcClientSecretFile',
  scopes: 'oidcScopes',
}

/**
 * All providers: that of the options, then those of the file. Reads the configured files once, and again after a reload;
 * throws ConfigError.
 */
export const oidcProviders = perConfig((config): readonly OidcProvider[] => {
  const list = [...fromOptions(config), ...fromFile(config)]
  const names = list.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new ConfigError(`two OpenID Connect providers have the name ${twice}`)
  return list
})

function fromOptions(config: Config): OidcProvider[] {
  const options = signInOptions(config)
  if (!options.oidcIssuer) return []
  const place: Place = ([, field]) => flagOf(optionNames[String(field)] ?? 'oidcIssuer')
  return checked(place, [
    {
      name: options.oidcName,
      display_name: options.oidcDisplayName,
      issuer: options.oidcIssuer,
      client_id: options.oidcClientId ?? '',
      client_secret: options.oidcClientSecret || undefined,
      client_secret_file: options.oidcClientSecretFile,
      scopes: options.oidcScopes,
      icon: options.oidcIcon ?? null,
      trust_email: options.oidcTrustEmail === 'on',
      timeout_seconds: options.oidcTimeoutSeconds,
    },
  ])
}

function fromFile(config: Config): OidcProvider[] {
  const { oidcFile } = signInOptions(config)
  if (!oidcFile) return []
  let content: unknown
  try {
    content = JSON.parse(readFileSync(oidcFile, 'utf8'))
  } catch (error) {
    // don't include the parser's message, which quotes secrets
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(`${flagOf('oidcFile')}: ${oidcFile} ${code ? `cannot be read (${code})` : 'is not JSON'}`)
  }
  return checked((path) => `${flagOf('oidcFile')}: ${path.map(String).join('.') || 'the list'}`, content)
}

function checked(place: Place, content: unknown): OidcProvider[] {
  const parsed = providers.safeParse(content)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ConfigError(`${place(issue?.path ?? [])}: ${issue?.message}`)
  }
  return parsed.data.map((one, index) => {
    const secret = one.client_secret ?? secretIn(one.client_secret_file, place([index, 'client_secret_file']))
    if (!secret) throw new ConfigError(`${place([index, 'client_secret'])}: the provider ${one.name} needs one`)
    return {
      kind: 'oidc' as const,
      name: one.name,
      displayName: one.display_name,
      icon: one.icon,
      issuer: one.issuer,
      clientId: one.client_id,
      clientSecret: () => secret,
      scopes: one.scopes,
      trustEmail: one.trust_email,
      timeoutSecs: one.timeout_seconds,
    }
  })
}

function secretIn(file: string | undefined, where: string): string | undefined {
  if (file === undefined) return undefined
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`${where}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
