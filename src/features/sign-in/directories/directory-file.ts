import { readFileSync } from 'node:fs'
import { roles, z } from '#contract'
import { type Config, ConfigError, flagOf, perConfig } from '#platform/config'
import type { Directory } from './directory.ts'
import { isAttribute, isFilter } from './filter.ts'
import { directoryOptions } from './options.ts'

const attribute = z.string().refine(isAttribute, 'is not the name of an attribute')
const filter = z
  .string()
  .max(2_000)
  .refine(isFilter, 'is not a filter: it takes parentheses, as in (objectClass=person)')
const name = z.string().trim().min(1).max(1_000)
const roleNames = ['owner', 'administrator', 'moderator', 'member', 'guest'] as const

const Line = z
  .strictObject({
    group: name,
    user_group: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .refine((given) => !/[*`\\>"@]|\p{Cc}/u.test(given), 'contains characters that are not allowed in names')
      .refine((given) => !/^(role|user|stream|channel):/i.test(given), 'starts with a word that is reserved')
      .optional(),
    role: z.enum(roleNames).optional(),
  })
  .refine(({ user_group, role }) => user_group ?? role, 'needs a user_group, a role or both')

const Groups = z.strictObject({
  base: name,
  filter: filter.optional(),
  name_attribute: attribute.default('cn'),
  member_attribute: attribute.default('member'),
  nested: z.boolean().optional(),
  map: z.array(Line).min(1).max(500),
})

const url = z
  .url({ protocol: /^ldaps?$/, error: 'must be an address like ldaps://HOST or ldap://HOST:389' })
  .refine(
    (text) => !URL.canParse(text) || isHost(new URL(text)),
    'must be a host, with or without a port, and nothing else',
  )
const isHost = ({ pathname, search, username, password, hostname }: URL) =>
  /^\/?$/.test(pathname) && !search && !username && !password && hostname !== ''
const isLocal = (text: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(text).hostname)

const Given = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'takes small letters, digits, - and _'),
    kind: z.enum(['openldap', 'active-directory']).default('openldap'),
    subdomains: z.array(z.string().max(60).toLowerCase()).min(1).max(1_000).optional(),
    url,
    start_tls: z.boolean().default(false),
    unencrypted: z.boolean().default(false),
    ca_file: z.string().min(1).optional(),
    bind_dn: z.string().max(1_000).default(''),
    bind_password_file: z.string().min(1).optional(),
    base: name,
    user_filter: filter.optional(),
    login_attributes: z.array(attribute).min(1).max(10).optional(),
    attributes: z
      .strictObject({
        unique_id: attribute,
        email: attribute,
        full_name: z.array(attribute).min(1).max(10),
        picture: attribute.nullable(),
        changed: attribute,
      })
      .partial()
      .default({}),
    disabled_bits: z
      .strictObject({
        attribute,
        bits: z
          .number()
          .int()
          .min(1)
          .max(2 ** 31 - 1),
      })
      .nullable()
      .optional(),
    disabled_filter: filter.optional(),
    profile_fields: z.record(z.string().min(1).max(100), attribute).default({}),
    groups: Groups.optional(),
    accounts: z.enum(['rules', 'sign-in', 'sync']).default('rules'),
    most_deactivated_percent: z.number().min(0).max(100).default(20),
    timeout_seconds: z.number().positive().max(60).default(10),
    page_size: z.number().int().min(1).max(10_000).default(500),
  })
  .refine(({ url, start_tls }) => !(start_tls && url.startsWith('ldaps:')), {
    message: 'ldaps:// is encrypted from the start: leave start_tls out',
    path: ['start_tls'],
  })
  .refine(({ url, start_tls, unencrypted }) => url.startsWith('ldaps:') || start_tls || unencrypted || isLocal(url), {
    message: 'passwords would be readable on the way: use ldaps:// or "start_tls": true (or say "unencrypted": true)',
    path: ['url'],
  })
  .refine(({ bind_dn, bind_password_file }) => (bind_dn === '') === (bind_password_file === undefined), {
    message: 'bind_dn and bind_password_file belong together',
    path: ['bind_dn'],
  })
type Given = z.output<typeof Given>

const kinds = {
  openldap: {
    userFilter: '(objectClass=inetOrgPerson)',
    login: ['uid', 'mail'],
    uniqueId: 'entryUUID',
    picture: 'jpegPhoto',
    changed: 'modifyTimestamp',
    control: null,
    groupFilter: '(|(objectClass=groupOfNames)(objectClass=groupOfUniqueNames)(objectClass=posixGroup))',
    nested: false,
  },
  'active-directory': {
    userFilter: '(&(objectCategory=person)(objectClass=user))',
    login: ['sAMAccountName', 'userPrincipalName', 'mail'],
    uniqueId: 'objectGUID',
    picture: 'thumbnailPhoto',
    changed: 'whenChanged',
    // ACCOUNTDISABLE
    control: { attribute: 'userAccountControl', bits: 2 },
    groupFilter: '(objectClass=group)',
    nested: true,
  },
} as const

/**
 * All directories of the configured file, which is read once with the files it refers to, and again after a reload.
 * Throws ConfigError.
 */
export const directoriesIn: (config: Config) => readonly Directory[] = perConfig(read)

function read(config: Config): readonly Directory[] {
  const { ldapFile: file } = directoryOptions(config)
  if (!file) return []
  const fail = (why: string) => new ConfigError(`${flagOf('ldapFile')}: ${why}`)
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw fail(`${file} ${code ? `cannot be read (${code})` : 'is not JSON'}`)
  }
  const parsed = z.array(Given).min(1).max(100).safeParse(content)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw fail(`${issue?.path.map(String).join('.') || 'the list'}: ${issue?.message}`)
  }
  const names = parsed.data.map((one) => one.name)
  const twice = names.find((one, index) => names.indexOf(one) !== index)
  if (twice) throw fail(`two directories have the name ${twice}`)
  return parsed.data.map((given, index) => directoryOf(given, (field, path) => fileText(fail, index, field, path)))
}

function fileText(fail: (why: string) => ConfigError, index: number, field: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw fail(`${index}.${field}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

function directoryOf(given: Given, text: (field: string, path: string) => string): Directory {
  const kind = kinds[given.kind]
  const { attributes, groups, ca_file, bind_password_file } = given
  const password = bind_password_file === undefined ? '' : text('bind_password_file', bind_password_file).trim()
  const control = given.disabled_bits === undefined ? kind.control : given.disabled_bits
  return {
    name: given.name,
    subdomains: given.subdomains ?? null,
    url: given.url.replace(/\/$/, ''),
    startTls: given.start_tls,
    ca: ca_file === undefined ? undefined : text('ca_file', ca_file),
    bindDn: given.bind_dn,
    bindPassword: () => password,
    base: given.base,
    userFilter: given.user_filter ?? kind.userFilter,
    loginAttributes: given.login_attributes ?? kind.login,
    uniqueId: attributes.unique_id ?? kind.uniqueId,
    email: attributes.email ?? 'mail',
    fullName: attributes.full_name ?? ['displayName', 'cn'],
    picture: attributes.picture === undefined ? kind.picture : attributes.picture,
    stamp: attributes.changed ?? kind.changed,
    control: control && { attribute: control.attribute, disabledBits: control.bits },
    disabledFilter: given.disabled_filter ?? null,
    profileFields: new Map(Object.entries(given.profile_fields)),
    groups: groups
      ? {
          base: groups.base,
          filter: groups.filter ?? kind.groupFilter,
          nameAttribute: groups.name_attribute,
          memberAttribute: groups.member_attribute,
          isNested: groups.nested ?? kind.nested,
          map: groups.map.map(({ group, user_group, role }) => ({
            group,
            userGroup: user_group,
            role: role && roles[role],
          })),
        }
      : null,
    accounts: given.accounts,
    maxDeactivatedPercent: given.most_deactivated_percent,
    timeoutMs: given.timeout_seconds * 1000,
    pageSize: given.page_size,
  }
}
