import { apiError, endpoint, event, id, int, text, z } from '#contract'
import { tooManyKept } from '../../../people/organization/totals.ts'
import { wrongPassword } from '../../../people/user-settings/api.ts'
import { secondFactorWrong } from '../../../people/users/sign-in-errors.ts'
import { signInAgain } from '../api.ts'

export const maxPasskeyNameLength = 60
/** Also for another user's passkey. */
export const noSuchPasskey = apiError(404, 'BAD_REQUEST', 'Passkey does not exist')
/** The same error whatever is wrong: challenge, origin, signature, or counter. */
export const passkeyRefused = apiError(403, 'PASSKEY_REFUSED', "This passkey wasn't accepted. Try again")
export const passkeysOff = apiError(400, 'BAD_REQUEST', 'Passkey sign-in is turned off for this organization')
export const passkeyKnown = apiError(400, 'BAD_REQUEST', 'This passkey is already registered')

const passkey_id = id
const name = text({ trim: true, min: 1, max: maxPasskeyNameLength }).refine(
  (given) => !/\p{Cc}/u.test(given),
  'contains characters that are not allowed in names',
)

/** A passkey for signing in. Times in UNIX seconds. */
export const Passkey = z.object({
  id: int,
  name: z.string(),
  date_created: int,
  /** Null if it was never used. */
  last_used: int.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

export const getPasskeys = endpoint('GET /passkeys', {
  summary: 'Get your passkeys, oldest first',
  scope: 'never',
  caller: 'human',
  result: { passkeys: z.array(Passkey) },
})

/** Options for `navigator.credentials.create`, in the JSON of Web Authentication: bytes are in base64url. */
export const beginPasskey = endpoint('POST /passkeys/options', {
  summary: 'Start registering a passkey',
  holdsSecrets: true,
  scope: 'never',
  caller: 'human',
  params: {
    /** Required unless the user signed in within the last ten minutes: the password, or a two-factor code. */
    password: text({ max: 200 }).optional(),
    code: text({ min: 1, max: 50 }).optional(),
  },
  result: { options: z.looseObject({ challenge: z.string() }) },
  errors: [signInAgain, wrongPassword, secondFactorWrong, passkeysOff],
})

export const createPasskey = endpoint('POST /passkeys', {
  summary: 'Finish registering a passkey',
  audited: true,
  holdsSecrets: true,
  scope: 'never',
  caller: 'human',
  params: {
    name,
    /** The browser's response, as `PublicKeyCredential.toJSON()` writes it. */
    credential_response: text({ min: 2, max: 20_000 }),
  },
  result: { passkey: Passkey },
  errors: [passkeyRefused, passkeyKnown, passkeysOff, tooManyKept],
})

export const renamePasskey = endpoint('PATCH /passkeys/{passkey_id}', {
  summary: 'Rename a passkey',
  scope: 'never',
  caller: 'human',
  params: { passkey_id, name },
  errors: [noSuchPasskey],
})

export const removePasskey = endpoint('DELETE /passkeys/{passkey_id}', {
  summary: 'Delete a passkey',
  audited: true,
  scope: 'never',
  caller: 'human',
  params: { passkey_id },
  errors: [noSuchPasskey],
})

/** Sent only to the user. */
export const passkeyAdded = event('passkey', 'add', { passkey: Passkey })
export const passkeyUpdated = event('passkey', 'update', { passkey: Passkey })
export const passkeyRemoved = event('passkey', 'remove', { passkey_id: id })
