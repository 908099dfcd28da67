import { endpoint, maxLookupLength, text, UserIdOut, z } from '#contract'
import * as errors from './sign-in-errors.ts'

export const fetchApiKey = endpoint('POST /fetch_api_key', {
  summary: 'Get your API key with your password',
  holdsSecrets: true,
  caller: 'anyone',
  params: {
    /** An address that may belong to no account. */
    username: text({ max: maxLookupLength }),
    password: text({ max: maxLookupLength }),
    /** An app code or recovery code, if two-factor authentication is on. */
    second_factor_code: text({ min: 1, max: 50 }).optional(),
  },
  result: { api_key: z.string(), email: z.string(), user_id: UserIdOut },
  errors: [
    errors.wrongCredentials,
    errors.passwordsDisabled,
    errors.directoryAbsent,
    errors.secondFactorNeeded,
    errors.secondFactorMissing,
    errors.secondFactorWrong,
  ],
})

export const regenerateOwnApiKey = endpoint('POST /users/me/api_key/regenerate', {
  summary: 'Regenerate your API key',
  holdsSecrets: true,
  result: { api_key: z.string() },
  errors: [errors.keyOutsideBrowsers],
})
