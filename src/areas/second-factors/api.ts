import { apiError, bool, endpoint, event, int, ToldUserId, text, UserId, z } from '#contract'
import { wrongPassword } from '../user-settings/api.ts'
import { noSuchUser, ownerRequired } from '../users/errors.ts'
import { secondFactorWrong } from '../users/sign-in-errors.ts'

/** Proof of who one is that is too old, or was not given. */
export const signInAgain = apiError(
  403,
  'SIGN_IN_AGAIN',
  'Confirm your identity with your password or a code, or sign in again',
)
export const notSetUp = apiError(400, 'BAD_REQUEST', 'Two-factor authentication is not set up')
export const factorRequired = apiError(400, 'BAD_REQUEST', 'Your organization requires two-factor authentication')
export const setupOver = apiError(400, 'BAD_REQUEST', 'This has expired. Start over')
/** One's own takes proof, which this does not ask for. */
export const ownFactor = apiError(400, 'BAD_REQUEST', 'Turn off your own two-factor authentication in your settings')

const longest = 200
/** Of the app, or a recovery code. */
const code = text({ min: 1, max: 50 })
/** What shows who one is, where one has not signed in within the last ten minutes. */
const proof = { password: text({ max: longest }).optional(), code: code.optional() }

/** What somebody has besides a password. Times in UNIX seconds. */
export const SecondFactor = z.object({
  is_on: bool,
  date_enabled: int.nullable(),
  recovery_codes_left: int,
  /** By the organization's setting `second_factor_required`. */
  is_required: bool,
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** Dark squares of one by one, as the path of an SVG whose view box is `0 0 size size`. */
export const QrCode = z.object({ size: int, path: z.string() })
export type QrCode = z.infer<typeof QrCode>

export const getSecondFactor = endpoint('GET /second_factor', {
  summary: 'Get the state of your two-factor authentication',
  scope: 'never',
  caller: 'human',
  result: { second_factor: SecondFactor },
})

/** Nothing changes yet: `setup_token`, good for half an hour, goes with the code that the app shows. */
export const beginSecondFactor = endpoint('POST /second_factor/setup', {
  summary: 'Start setting up two-factor authentication',
  holdsSecrets: true,
  scope: 'never',
  caller: 'human',
  params: proof,
  result: { secret: z.string(), uri: z.string(), qr_code: QrCode, setup_token: z.string() },
  errors: [signInAgain, wrongPassword, secondFactorWrong],
})

/** The codes are told here, and never again. */
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
  result: { user_ids: z.array(ToldUserId) },
})

export const removeSecondFactor = endpoint('DELETE /users/{user_id}/second_factor', {
  summary: "Turn off a user's two-factor authentication",
  scope: 'never',
  caller: 'administrator',
  params: { user_id: UserId },
  errors: [noSuchUser, ownerRequired, notSetUp, ownFactor],
})

/** To the person alone. */
export const secondFactorChanged = event('second_factor', 'update', { second_factor: SecondFactor })
