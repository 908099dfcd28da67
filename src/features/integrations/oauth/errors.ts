import { apiError } from '#contract'

type RefusalCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'temporarily_unavailable'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

/** An OAuth error: the code is the protocol's, the description is for developers. */
export class OAuthRefusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  constructor(code: RefusalCode, description: string, status = 400) {
    super(description)
    this.code = code
    this.status = status
  }
}

export const wrongMethod = apiError(405, 'METHOD_NOT_ALLOWED', 'Method Not Allowed')
export const noSuchProgram = apiError(404, 'BAD_REQUEST', 'App does not exist')
export const badRedirectUri = apiError(
  400,
  'BAD_REQUEST',
  'Invalid redirect_uris: {uri} must use https, http on a loopback address, or a private scheme that contains a dot',
)
export const unknownProgram = apiError(400, 'BAD_REQUEST', "The app that brought you here isn't registered.")
export const registrationOff = apiError(
  403,
  'BAD_REQUEST',
  'Only apps registered by an administrator can request access.',
)
export const otherRedirect = apiError(400, 'BAD_REQUEST', "The app's redirect address isn't registered.")
