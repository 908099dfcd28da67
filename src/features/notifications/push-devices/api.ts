import { apiError, endpoint, id, int, type ParamsOf, text, z } from '#contract'

export * from './states.ts'

export const pushNotConfigured = apiError(
  400,
  'PUSH_SERVICE_NOT_CONFIGURED',
  'This server has no push relay: mobile notifications are not available.',
)
export const noSuchDevice = apiError(400, 'BAD_REQUEST', 'Invalid device_id: you have no such device')
export const incompleteGroup = apiError(400, 'BAD_REQUEST', 'Missing {name}: required with {group}')
export const nothingToRegister = apiError(
  400,
  'BAD_REQUEST',
  'Missing parameters: a key (push_key, push_key_id) or a token (token_kind, token_id, bouncer_public_key, encrypted_push_registration) is needed',
)
export const firstNeedsBoth = apiError(
  400,
  'BAD_REQUEST',
  'Missing parameters: the first registration of a device takes a key and a token',
)
export const registrationPending = apiError(400, 'BAD_REQUEST', 'Another token registration is still in progress')
export const unusableKey = apiError(400, 'BAD_REQUEST', 'Invalid push_public_key: nothing can be encrypted with it')

export const registerClientDevice = endpoint('POST /register_client_device', {
  summary: 'Register a device',
  scope: 'never',
  caller: 'human',
  result: { device_id: int },
})

export const removeClientDevice = endpoint('POST /remove_client_device', {
  summary: 'Remove a device on sign-out',
  scope: 'never',
  caller: 'human',
  params: { device_id: id },
  errors: [noSuchDevice],
})

/** The public API's names, and platform names. */
export const tokenKind = z
  .enum(['fcm', 'apns', 'android', 'ios'])
  .transform((kind) => (kind === 'android' ? 'fcm' : kind === 'ios' ? 'apns' : kind))
export type TokenKind = z.output<typeof tokenKind>

/** An unsigned 32-bit number. */
const pushKeyId = z.int().min(0).max(0xffff_ffff)
/** Can be negative, because apps make up any number; limited to what JSON can represent exactly. */
const pushAccountId = int

/** Validated only if there is a relay: see `checkKeys`. */
const encoded = text({ max: 16_384 })

/**
 * Takes both forms that clients send. With `device_id` (since level 468): the parameters of a key, those of a token, or
 * both. Without: the older form, with all of its parameters required.
 */
export const registerPush = endpoint('POST /mobile_push/register', {
  summary: 'Register a device for end-to-end encrypted notifications, or update its key or token',
  scope: 'never',
  caller: 'human',
  params: {
    device_id: id.optional(),
    token_kind: tokenKind.optional(),
    push_account_id: pushAccountId.optional(),
    push_public_key: encoded.optional(),
    push_key: encoded.optional(),
    push_key_id: pushKeyId.optional(),
    token_id: encoded.optional(),
    bouncer_public_key: encoded.optional(),
    encrypted_push_registration: encoded.optional(),
  },
  errors: [
    pushNotConfigured,
    noSuchDevice,
    nothingToRegister,
    incompleteGroup,
    firstNeedsBoth,
    registrationPending,
    unusableKey,
  ],
})
export type PushRegistration = ParamsOf<typeof registerPush.params>
