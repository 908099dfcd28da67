export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

type Type = 'string' | 'boolean' | 'complex' | 'reference' | 'dateTime'

/** An attribute in the terms of RFC 7643. */
export interface Attribute {
  readonly name: string
  readonly type: Type
  readonly multiValued: boolean
  readonly description: string
  readonly required: boolean
  readonly caseExact: boolean
  readonly mutability: 'readWrite' | 'readOnly' | 'immutable'
  readonly returned: 'default' | 'always'
  readonly uniqueness: 'none' | 'server'
  readonly canonicalValues?: readonly string[]
  readonly referenceTypes?: readonly string[]
  readonly subAttributes?: readonly Attribute[]
}

type More = Partial<Omit<Attribute, 'name' | 'description'>>

const attribute = (name: string, description: string, more: More = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

const complex = (name: string, description: string, subAttributes: readonly Attribute[], more: More = {}): Attribute =>
  attribute(name, description, { type: 'complex', subAttributes, ...more })

const list = (name: string, description: string, kinds: readonly string[] = [], more: readonly Attribute[] = []) =>
  complex(
    name,
    description,
    [
      attribute('value', 'The value'),
      attribute('display', 'How it is shown'),
      attribute('type', 'What kind it is', kinds.length > 0 ? { canonicalValues: kinds } : {}),
      attribute('primary', 'Whether it is the first of all', { type: 'boolean' }),
      ...more,
    ],
    { multiValued: true },
  )

const readOnly = { mutability: 'readOnly' } as const

const common: readonly Attribute[] = [
  attribute('id', 'The id here', { ...readOnly, caseExact: true, returned: 'always', uniqueness: 'server' }),
  attribute('externalId', 'The id in the directory', { caseExact: true, uniqueness: 'server' }),
  complex(
    'meta',
    'What is known of the resource itself',
    [
      attribute('resourceType', 'User or Group', { ...readOnly, caseExact: true }),
      attribute('created', 'When it came to be', { ...readOnly, type: 'dateTime' }),
      attribute('lastModified', 'When a directory last changed it', { ...readOnly, type: 'dateTime' }),
      attribute('location', 'Its address', { ...readOnly, type: 'reference', caseExact: true }),
      attribute('version', 'Changes with every change', { ...readOnly, caseExact: true }),
    ],
    readOnly,
  ),
]

const kinds = ['work', 'home', 'other']

const userAttributes: readonly Attribute[] = [
  attribute('userName', 'By what the directory knows the person', { required: true, uniqueness: 'server' }),
  complex('name', 'The parts of the name', [
    attribute('formatted', 'The whole name'),
    attribute('familyName', 'The family name'),
    attribute('givenName', 'The given name'),
    attribute('middleName', 'Middle names'),
    attribute('honorificPrefix', 'Titles before the name'),
    attribute('honorificSuffix', 'Titles after the name'),
  ]),
  attribute('displayName', 'The full name, as people see it'),
  attribute('nickName', 'What friends say'),
  attribute('profileUrl', 'A page about the person', { type: 'reference', referenceTypes: ['external'] }),
  attribute('title', 'What the person is called at work'),
  attribute('userType', 'A role, where it is the name of one: owner, administrator, moderator, member, guest'),
  attribute('preferredLanguage', 'What the person reads first'),
  attribute('locale', 'What the person reads, where there is no preferred language'),
  attribute('timezone', 'A zone of the IANA database'),
  attribute('active', 'Whether the account can be used', { type: 'boolean' }),
  list('emails', 'Addresses; mail goes to the primary one', kinds),
  list('phoneNumbers', 'Numbers', ['work', 'home', 'mobile', 'fax', 'pager', 'other']),
  list('photos', 'The picture', ['photo', 'thumbnail']),
  list(
    'addresses',
    'Places',
    kinds,
    ['formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country'].map((name) =>
      attribute(name, 'Part of a place'),
    ),
  ),
  complex(
    'groups',
    'The groups that name the person',
    [
      attribute('value', 'The id of the group', readOnly),
      attribute('$ref', 'Its address', { ...readOnly, type: 'reference', referenceTypes: ['Group'] }),
      attribute('display', 'Its name', readOnly),
      attribute('type', 'direct', readOnly),
    ],
    { ...readOnly, multiValued: true },
  ),
  list('entitlements', 'Kept as it is given'),
  list('roles', 'The role here: owner, administrator, moderator, member or guest'),
]

const enterpriseAttributes: readonly Attribute[] = [
  attribute('employeeNumber', 'The number of the person'),
  attribute('costCenter', 'Who pays'),
  attribute('organization', 'The organization'),
  attribute('division', 'The division'),
  attribute('department', 'The department'),
  complex('manager', 'Who leads the person', [
    attribute('value', 'The id of that person'),
    attribute('$ref', 'The address', { type: 'reference', referenceTypes: ['User'] }),
    attribute('displayName', 'The name'),
  ]),
]

const groupAttributes: readonly Attribute[] = [
  attribute('displayName', 'The name', { required: true, uniqueness: 'server' }),
  complex(
    'members',
    'Who is in it: people, and groups whose members are in it too',
    [
      attribute('value', 'The id of a user or a group', { mutability: 'immutable' }),
      attribute('$ref', 'The address', {
        ...{ type: 'reference', mutability: 'immutable', referenceTypes: ['User', 'Group'] },
      }),
      attribute('type', 'User or Group', { mutability: 'immutable', canonicalValues: ['User', 'Group'] }),
      attribute('display', 'The name', readOnly),
    ],
    { multiValued: true },
  ),
]

export interface ResourceKind {
  readonly name: 'User' | 'Group'
  readonly endpoint: '/Users' | '/Groups'
  readonly schema: string
  readonly attributes: readonly Attribute[]
  /** Attributes of an extension are below its URN. */
  readonly extension?: Attribute
}

export const userKind: ResourceKind = {
  name: 'User',
  endpoint: '/Users',
  schema: userSchema,
  attributes: [...common, ...userAttributes],
  extension: complex(enterpriseSchema, 'What companies say of people', enterpriseAttributes),
}

export const groupKind: ResourceKind = {
  name: 'Group',
  endpoint: '/Groups',
  schema: groupSchema,
  attributes: [...common, ...groupAttributes],
}

/** Names are case-insensitive. */
export const named = (attributes: readonly Attribute[] | undefined, name: string): Attribute | undefined => {
  const lower = name.toLowerCase()
  return attributes?.find((one) => one.name.toLowerCase() === lower)
}
