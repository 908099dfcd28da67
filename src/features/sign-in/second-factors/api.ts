import { apiError, bool, endpoint, event, int, text, UserId, UserIdOut, z } from '#contract'
import { wrongPassword } from '../../people/user-settings/api.ts'
import { noSuchUser, ownerRequired } from '../../people/users/errors.ts'
import { secondFactorWrong } from '../../people/users/sign-in-errors.ts'

/** The proof of identity is missing or too old. */
export const signInAgain = apiError(
  403,
  'SIGN_IN_AGAIN',
  'Confirm your identity with your password or a code, or sign in again',
)
export const notSetUp = apiError(400, 'BAD_REQUEST', 'Two-factor authentication is not set up')
export const factorRequired = apiError(400, 'BAD_REQUEST', 'Your organization requires two-factor authentication')
export const setupOver = apiError(400, 'BAD_REQUEST', 'This has expired. Start over')
/** Turning off one's own requires proof, which this call doesn't ask for. */
export const ownFactor = apiError(400, 'BAD_REQUEST', 'Turn off your own two-factor authentication in your settings')

const longest = 200
const code = text({ min: 1, max: 50 })
/** Required unless the user signed in within the last ten minutes. */
const proof = { password: text({ max: longest }).optional(), code: code.optional() }

/** Times in UNIX seconds. */
export const SecondFactor = z.object({
  is_on: bool,
  date_enabled: int.nullable(),
  recovery_codes_left: int,
  /** By the organization's setting `second_factor_required`. */
  is_required: bool,
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** Dark squares of size 1 as the path of an SVG with view box `0 0 size size`. */
export const QrCode = z.object({ size: int, path: z.string() })
export type QrCode = z.infer<typeof QrCode>

export const getSecondFactor = endpoint('GET /second_factor', {
  summary: 'Get the state of your two-factor authentication',
  scope: 'never',
  caller: 'human',
  result: { second_factor: SecondFactor },
})

/** Changes nothing yet: send `setup_token`, valid for half an hour, with the app's code. */
export const beginSecondFactor = endpoint('POST /second_factor/setup', {
  summary: 'Start setting up two-factor authentication',
  holdsSecrets: true,
  scope: 'never',
  caller: 'human',
  params: proof,
  result: { secret: z.string(), uri: z.string(), qr_code: QrCode, setup_token: z.string() },
  errors: [signInAgain, wrongPassword, secondFactorWrong],
})

/** The codes are returned only here. */
export const enableSecondFactor = endpoint('POST /second_factor', {
  summary: 'Turn on two-factor authentication with a code from the app',
  audited: true,
  holdsSecrets: true,
  scope: 'never',
  caller: 'human',
  params: { setup_token: text({ min: 1, max: 1_000 }), code },
  result: { recovery_codes: z.array(z.string()) },
  errors: [setupOver, secondFactorWrong],
})

export const renewRecoveryCodes = endpoint('POST /second_factor/recovery_codes', {
  summary: 'Generate new recovery codes, invalidating the old ones',
  audited: true,
  holdsSecrets: true,
  scope: 'never',
  caller: 'human',
  params: proof,
  result: { recovery_codes: z.array(z.string()) },
  errors: [notSetUp, signInAgain, secondFactorWrong],
})

export const disableSecondFactor = endpoint('DELETE /second_factor', {
  summary: 'Turn off your two-factor authentication',
  audited: true,
  holdsSecrets: true,
  scope: 'never',
  caller: 'human',
  params: proof,
  errors: [notSetUp, factorRequired, signInAgain, secondFactorWrong],
})

export const getSecondFactors = endpoint('GET /second_factors', {
  summary: 'Get which users use two-factor authentication',
  scope: 'never',
  caller: 'administrator',
  result: { user_ids: z.array(UserIdOut) },
})

export const removeSecondFactor = endpoint('DELETE /users/{user_id}/second_factor', {
  summary: "Turn off a user's two-factor authentication",
  scope: 'never',
  caller: 'administrator',
  params: { user_id: UserId },
  errors: [noSuchUser, ownerRequired, notSetUp, ownFactor],
})

/** Sent only to the user. */
export const secondFactorChanged = event('second_factor', 'update', { second_factor: SecondFactor })
