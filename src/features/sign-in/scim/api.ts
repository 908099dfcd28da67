import { apiError, bool, endpoint, event, id, int, record, text, UserIdOut, z } from '#contract'
import { noSuchField } from '../../people/profile-fields/api.ts'
import { keyOutsideBrowsers } from '../../people/users/sign-in-errors.ts'
import { maxScimTokenNameLength, scimLimits } from './limits.ts'
import { mappedAttributes } from './mapped-attributes.ts'

export const noSuchScimToken = apiError(404, 'BAD_REQUEST', 'Directory token does not exist')
export const scimTokenNameTaken = apiError(400, 'BAD_REQUEST', 'A directory token with this name already exists')
export const tooManyScimTokens = apiError(
  400,
  'BAD_REQUEST',
  'There are too many directory tokens already (limit: {limit})',
)

const token_id = id
const name = text({ trim: true, min: 1, max: maxScimTokenNameLength }).refine(
  (given) => !/\p{Cc}/u.test(given),
  'contains characters that are not allowed in names',
)

/** A token for directories. Times in UNIX seconds. */
export const ScimToken = z.object({
  id: int,
  name: z.string(),
  creator_id: UserIdOut.nullable(),
  date_created: int,
  /** Accurate to about a minute; null if it was never used. */
  last_used: int.nullable(),
})
export type ScimToken = z.infer<typeof ScimToken>
export type ScimTokenOut = z.input<typeof ScimToken>

export const ScimRequest = z.object({
  /** UNIX seconds. */
  time: int,
  /** The token's name at that time. */
  token_name: z.string(),
  method: z.string(),
  /** Below `/scim/v2`, with the query; cut if long. */
  path: z.string(),
  status: int,
  duration_ms: int,
  /** The error, or the parts that couldn't be used; empty if there was no problem. */
  detail: z.string(),
})
export type ScimRequest = z.infer<typeof ScimRequest>

export const getScim = endpoint('GET /scim', {
  summary: 'Get SCIM settings and tokens',
  caller: 'owner',
  scope: 'admin',
  result: {
    enabled: bool,
    /** The base URL to configure in a directory. */
    address: z.string(),
    /** Profile field IDs by the attributes shown in them. */
    profile_fields: z.record(z.string(), int),
    tokens: z.array(ScimToken),
    people: int,
    groups: int,
  },
})

export const updateScim = endpoint('PATCH /scim', {
  summary: 'Update SCIM settings',
  caller: 'owner',
  audited: true,
  params: {
    enabled: bool.optional(),
    /** Replaces the whole mapping: attributes left out are shown in no field. */
    profile_fields: record(text({ max: 50 }), id, { max: mappedAttributes.length })
      .refine(
        (given) => [...given.keys()].every((one) => (mappedAttributes as readonly string[]).includes(one)),
        'names an unknown attribute',
      )
      .optional(),
  },
  errors: [noSuchField],
})

/** The token is returned only here. */
export const createScimToken = endpoint('POST /scim/tokens', {
  summary: 'Create a directory token',
  caller: 'owner',
  scope: 'never',
  audited: true,
  holdsSecrets: true,
  params: { name },
  result: { token: z.string(), scim_token: ScimToken },
  errors: [tooManyScimTokens, scimTokenNameTaken, keyOutsideBrowsers],
})

export const renameScimToken = endpoint('PATCH /scim/tokens/{token_id}', {
  summary: 'Rename a directory token',
  caller: 'owner',
  scope: 'never',
  audited: true,
  params: { token_id, name },
  errors: [noSuchScimToken, scimTokenNameTaken],
})

export const revokeScimToken = endpoint('DELETE /scim/tokens/{token_id}', {
  summary: 'Revoke a directory token',
  caller: 'owner',
  scope: 'never',
  audited: true,
  params: { token_id },
  errors: [noSuchScimToken],
})

export const getScimRequests = endpoint('GET /scim/requests', {
  summary: 'Get recent SCIM requests, newest first',
  caller: 'owner',
  scope: 'admin',
  params: {
    /** Refused and failed requests. */
    only_problems: bool.default(false),
    limit: int.min(1).max(scimLimits.requests).default(100),
  },
  result: { requests: z.array(ScimRequest) },
})

/** Sent to owners without data; their clients fetch again. */
export const scimChanged = event('scim', 'changed', {})
