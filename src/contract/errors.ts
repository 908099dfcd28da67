/** An expected error that the API returns. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** Additional fields of the response body. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  /** The message with its placeholders, which is the key for its translations. */
  readonly template: string
  readonly values: Readonly<Record<string, unknown>>

  constructor(
    status: number,
    code: string,
    message: string,
    fields: Record<string, unknown> = {},
    headers: Record<string, string> = {},
    { template, values }: Pick<ApiError, 'template' | 'values'> = { template: message, values: {} },
  ) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
    this.headers = headers
    this.template = template
    this.values = values
  }
}

/** Creates errors of one kind. `{name}` in the message is filled from both arguments. */
export interface ApiErrorKind {
  (fields?: Record<string, unknown>, inMessageOnly?: Record<string, unknown>): ApiError
  readonly status: number
  readonly code: string
  readonly message: string
}

/** Fills in each `{name}` that has a value. */
export const filled = (template: string, values: Readonly<Record<string, unknown>>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole))

// lets bundlers drop unused errors
/** `always` are constant values of the message, such as limits. */
/* @__NO_SIDE_EFFECTS__ */
export function apiError(
  status: number,
  code: string,
  template: string,
  always: Readonly<Record<string, unknown>> = {},
): ApiErrorKind {
  const make = (fields: Record<string, unknown> = {}, inMessageOnly: Record<string, unknown> = {}) => {
    const values = { ...always, ...inMessageOnly, ...fields }
    return new ApiError(status, code, filled(template, values), fields, {}, { template, values })
  }
  return Object.assign(make, { status, code, message: filled(template, always) })
}

export const badRequest = (message: string): ApiError => new ApiError(400, 'BAD_REQUEST', message)
export const missingArgument = apiError(400, 'REQUEST_VARIABLE_MISSING', "Missing '{var_name}' argument")
export const invalidArgument = apiError(400, 'BAD_REQUEST', 'Invalid {name}: {reason}')
export const invalidJson = apiError(400, 'INVALID_JSON', 'Malformed JSON in {name}')
export const unauthorized = apiError(401, 'UNAUTHORIZED', 'Not logged in: API authentication or user session required')
export const invalidApiKey = apiError(401, 'INVALID_API_KEY', 'Invalid API key')
export const userDeactivated = apiError(401, 'USER_DEACTIVATED', 'Account is deactivated')
// compat: zulip-terminal registers again only after this exact text
export const badEventQueueId = apiError(400, 'BAD_EVENT_QUEUE_ID', 'Bad event queue id: {queue_id}')
export const notFound = apiError(404, 'NOT_FOUND', 'Not found')
export const serviceUnavailable = (retryAfterSecs: number): ApiError =>
  new ApiError(
    503,
    'SERVICE_UNAVAILABLE',
    'The server is temporarily unavailable. Try again in a moment',
    {},
    {
      'Retry-After': `${retryAfterSecs}`,
    },
  )
/** The server's disk is full: nothing was changed, and reading still works. */
export const storageFull = (): ApiError =>
  new ApiError(
    503,
    'STORAGE_FULL',
    "The server's disk is full, so nothing can be saved. Ask the people who run the server to free up space.",
    {},
    { 'Retry-After': '60' },
  )
/** Rate limit exceeded. The `retry-after` field and header say how many seconds to wait. */
export const rateLimitHit = (waitSecs: number, headers: Record<string, string> = {}): ApiError =>
  new ApiError(
    429,
    'RATE_LIMIT_HIT',
    'API usage exceeded rate limit',
    { 'retry-after': waitSecs },
    { 'Retry-After': String(Math.ceil(waitSecs)), ...headers },
  )
/** Too many wrong passwords; same fields and headers as `rateLimitHit`. */
export function tooManyGuesses(waitSecs: number, headers: Record<string, string> = {}): ApiError {
  const seconds = Math.ceil(waitSecs)
  return new ApiError(
    429,
    'RATE_LIMIT_HIT',
    `Too many wrong passwords. Try again in ${seconds} seconds.`,
    { 'retry-after': waitSecs },
    { 'Retry-After': `${seconds}`, ...headers },
    { template: 'Too many wrong passwords. Try again in {seconds} seconds.', values: { seconds } },
  )
}
export const noSuchOrganization = apiError(404, 'NONEXISTENT_SUBDOMAIN', 'There is no organization at this address')
export const insufficientPermission = apiError(400, 'BAD_REQUEST', 'Insufficient permission')
/*
 * For accounts that moderators restrict: 400, because apps sign out after a 401 and some libraries wait out a 429. The
 * fields are `kind` and `until` (UNIX seconds or null); `end` is the same time as a text.
 */
export const readOnlyUntil = apiError(400, 'USER_RESTRICTED', 'Your account is read-only until {end}. Reason: {reason}')
export const readOnly = apiError(400, 'USER_RESTRICTED', 'Your account is read-only. Reason: {reason}')
/** For new members during a lockdown; 400 like the above. `until` is in UNIX seconds, `end` is the formatted time. */
export const inLockdown = apiError(400, 'LOCKDOWN', 'New members can only write to moderators until {end}.')
export const inLockdownFor = apiError(
  400,
  'LOCKDOWN',
  'New members can only write to moderators until {end}. Reason: {reason}',
)
/** Errors of endpoints that read-only accounts can't use. */
export const readOnlyErrors = [readOnlyUntil, readOnly, inLockdown, inLockdownFor]
export const mustBeAdministrator = apiError(400, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator')
export const mustBeModerator = apiError(400, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization moderator')
export const mustBeOwner = apiError(400, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner')
export const mustBeHuman = apiError(400, 'BAD_REQUEST', 'This endpoint does not accept bot requests.')
export const mustBeBot = apiError(400, 'BAD_REQUEST', 'This endpoint is for bots only.')
// compat: Zapier's app connects a bot only after this exact text
export const onlySends = apiError(401, 'UNAUTHORIZED', 'This API is not available to incoming webhook bots.')
export const mustBeMember = apiError(400, 'UNAUTHORIZED_PRINCIPAL', 'Not allowed for guest users')
