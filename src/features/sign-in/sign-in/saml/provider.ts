import { X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { z } from '#contract'
import { type Config, ConfigError, flagOf, perConfig } from '#platform/config'
import type { SignInProvider } from '../../../people/organization/extension-points.ts'
import { isLoopback } from '../oidc-provider.ts'
import { signInOptions } from '../options.ts'
import { XmlError } from './document.ts'
import { maxMetadataBytes } from './limits.ts'
import { type ProviderMetadata, readMetadata } from './provider-metadata.ts'

export interface SamlProvider extends SignInProvider {
  readonly kind: 'saml'
  readonly entityId: string
  /** The single sign-on URL. */
  readonly entryPoint: string
  /** PEM; a signature by any of them is accepted. */
  readonly certificates: readonly string[]
  /** Attribute names, where they differ from the usual ones. */
  readonly attributes: Readonly<Partial<Record<AttributeRole, string>>>
  /** The requested name ID format. */
  readonly nameIdFormat: string | undefined
  /** Whether its email addresses count as verified, which SAML can't express. */
  readonly trustEmail: boolean
  /** Accepted email domains; undefined for all. */
  readonly emailDomains: readonly string[] | undefined
  /** Whether it may send unsolicited responses. */
  readonly idpInitiated: boolean
}

export type AttributeRole = 'email' | 'first_name' | 'last_name' | 'full_name' | 'subject'

const attribute = z.string().min(1).max(300).optional()

const providers = z
  .array(
    z.strictObject({
      name: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'takes small letters, digits, - and _'),
      display_name: z.string().trim().min(1).max(60),
      icon: z.string().min(1).nullable().default(null),
      metadata_file: z.string().min(1).optional(),
      entity_id: z.string().min(1).max(1_024).optional(),
      entry_point: z.string().min(1).max(2_000).optional(),
      certificates: z.array(z.string().min(1)).max(10).optional(),
      certificate_file: z.string().min(1).optional(),
      attributes: z
        .strictObject({
          email: attribute,
          first_name: attribute,
          last_name: attribute,
          full_name: attribute,
          subject: attribute,
        })
        .default({}),
      name_id_format: z.string().min(1).max(300).optional(),
      trust_email: z.boolean().default(true),
      email_domains: z.array(z.string().min(1).toLowerCase()).min(1).max(100).optional(),
      idp_initiated: z.boolean().default(false),
      subdomains: z.array(z.string().toLowerCase()).min(1).max(1_000).optional(),
    }),
  )
  .max(200)
type Described = z.output<typeof providers>[number]

/** The source of an invalid value: an option, or a path in the file. */
type Place = (path: readonly PropertyKey[]) => string

const optionNames: Record<string, keyof typeof signInOptions.declared> = {
  name: 'samlName',
  display_name: 'samlDisplayName',
  metadata_file: 'samlMetadataFile',
  entity_id: 'samlEntityId',
  entry_point: 'samlEntryPoint',
  certificate_file: 'samlCertificateFile',
}

/**
 * All providers: that of the options, then those of the file. Reads the configured files once, and again after a reload;
 * throws ConfigError.
 */
export const samlProviders = perConfig((config): readonly SamlProvider[] => {
  const list = [...fromOptions(config), ...fromFile(config)]
  for (const [index, one] of list.entries())
    for (const other of list.slice(0, index)) {
      if (one.name === other.name) throw new ConfigError(`two SAML providers have the name ${one.name}`)
      // responses are matched to a provider by this alone
      if (one.entityId === other.entityId && meet(one, other))
        throw new ConfigError(`the SAML providers ${other.name} and ${one.name} have the same entity_id`)
    }
  return list
})

const meet = (one: SamlProvider, other: SamlProvider) =>
  !one.subdomains || !other.subdomains || one.subdomains.some((name) => other.subdomains?.includes(name))

function fromOptions(config: Config): SamlProvider[] {
  const options = signInOptions(config)
  if (!options.samlMetadataFile && !options.samlEntryPoint) return []
  const place: Place = ([, field]) => flagOf(optionNames[String(field)] ?? 'samlMetadataFile')
  return checked(place, [
    {
      name: options.samlName,
      display_name: options.samlDisplayName,
      icon: options.samlIcon ?? null,
      metadata_file: options.samlMetadataFile,
      entity_id: options.samlEntityId,
      entry_point: options.samlEntryPoint,
      certificate_file: options.samlCertificateFile,
      trust_email: options.samlTrustEmail === 'on',
      idp_initiated: options.samlIdpInitiated === 'on',
    },
  ])
}

function fromFile(config: Config): SamlProvider[] {
  const { samlFile } = signInOptions(config)
  if (!samlFile) return []
  let content: unknown
  try {
    content = JSON.parse(readFileSync(samlFile, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(`${flagOf('samlFile')}: ${samlFile} ${code ? `cannot be read (${code})` : 'is not JSON'}`)
  }
  return checked((path) => `${flagOf('samlFile')}: ${path.map(String).join('.') || 'the list'}`, content)
}

function checked(place: Place, content: unknown): SamlProvider[] {
  const parsed = providers.safeParse(content)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ConfigError(`${place(issue?.path ?? [])}: ${issue?.message}`)
  }
  return parsed.data.map((one, index) => provider(one, (field) => place([index, field])))
}

function provider(one: Described, place: (field: keyof Described) => string): SamlProvider {
  const metadata = metadataOf(one, place('metadata_file'))
  const entityId = one.entity_id ?? metadata?.entityId
  if (!entityId) throw new ConfigError(`${place('entity_id')}: the provider ${one.name} needs one, or metadata`)
  const entryPoint = one.entry_point ?? metadata?.entryPoint ?? ''
  const address = URL.canParse(entryPoint) ? new URL(entryPoint) : undefined
  if (!address || !(address.protocol === 'https:' || (address.protocol === 'http:' && isLoopback(address))))
    throw new ConfigError(`${place('entry_point')}: must begin with https://`)
  return {
    kind: 'saml',
    name: one.name,
    displayName: one.display_name,
    icon: one.icon,
    subdomains: one.subdomains,
    entityId,
    entryPoint,
    certificates: certificatesOf(one, metadata, place),
    attributes: one.attributes as SamlProvider['attributes'],
    nameIdFormat: one.name_id_format,
    trustEmail: one.trust_email,
    emailDomains: one.email_domains,
    idpInitiated: one.idp_initiated,
  }
}

function metadataOf({ metadata_file, entity_id }: Described, where: string): ProviderMetadata | undefined {
  if (metadata_file === undefined) return undefined
  try {
    return readMetadata(contentOf(metadata_file, where), entity_id)
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    throw new ConfigError(`${where}: ${metadata_file} ${error.message}`)
  }
}

function contentOf(file: string, where: string): string {
  try {
    if (statSync(file).size > maxMetadataBytes) throw new ConfigError(`${where}: ${file} is longer than 1 MiB`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`${where}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** Configured certificates and those of the metadata; only RSA signatures are supported. */
function certificatesOf(
  one: Described,
  metadata: ProviderMetadata | undefined,
  place: (field: keyof Described) => string,
): string[] {
  const named = one.certificate_file === undefined ? '' : contentOf(one.certificate_file, place('certificate_file'))
  const texts = [...(one.certificates ?? []), named, ...(metadata?.certificates ?? [])].join('\n')
  const blocks = texts.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  const field = one.certificate_file ? 'certificate_file' : one.certificates ? 'certificates' : 'metadata_file'
  if (blocks.length === 0) throw new ConfigError(`${place(field)}: the provider ${one.name} needs a certificate in PEM`)
  for (const block of blocks) {
    let key: X509Certificate['publicKey']
    try {
      key = new X509Certificate(block).publicKey
    } catch {
      throw new ConfigError(`${place(field)}: a certificate of the provider ${one.name} cannot be read`)
    }
    if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2_048)
      throw new ConfigError(`${place(field)}: a certificate of the provider ${one.name} is not for RSA of 2,048 bits`)
  }
  return [...new Set(blocks.map((block) => `${block}\n`))]
}
