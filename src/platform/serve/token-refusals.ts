import { apiError } from '#contract'

export const insufficientScope = apiError(403, 'INSUFFICIENT_SCOPE', 'This requires a token with the scope {scope}')
export const notWithToken = apiError(403, 'NOT_WITH_TOKEN', "This can't be done with an access token")
export const notInChannels = apiError(
  403,
  'NOT_WITH_TOKEN',
  "This can't be done with an access token that is limited to channels",
)
export const paramNotWithToken = apiError(403, 'NOT_WITH_TOKEN', "'{name}' can't be changed with an access token")
