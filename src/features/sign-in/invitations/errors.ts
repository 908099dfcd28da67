import { apiError } from '#contract'

export const notAnAddress = apiError(400, 'BAD_REQUEST', 'Invalid address.')
export const domainNotAllowed = apiError(400, 'BAD_REQUEST', 'Outside your domain.')
export const disposableAddress = apiError(400, 'BAD_REQUEST', 'Please use your real email address.')
export const addressErrors = [notAnAddress, domainNotAllowed, disposableAddress]
