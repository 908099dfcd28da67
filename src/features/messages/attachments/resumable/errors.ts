import { apiError } from '#contract'
import { protocolVersion } from './limits.ts'

/** The same error for uploads that don't exist, have expired, or belong to another user. */
export const noSuchUpload = apiError(404, 'NOT_FOUND', 'Upload not found')
export const methodNotAllowed = apiError(405, 'METHOD_NOT_ALLOWED', 'Method Not Allowed')
export const offsetConflict = apiError(
  409,
  'BAD_REQUEST',
  'Upload-Offset is {given}, but the server has {received} bytes',
)
export const fileTooLarge = apiError(413, 'BAD_REQUEST', 'The file is too large (limit: {limit} MiB)')
export const moreThanPromised = apiError(413, 'BAD_REQUEST', 'More data was sent than announced by Upload-Length')
export const wrongContentType = apiError(415, 'BAD_REQUEST', 'Content-Type must be application/offset+octet-stream')
export const checksumMismatch = apiError(460, 'BAD_REQUEST', "The data doesn't match Upload-Checksum")
export const malformedHeader = apiError(400, 'BAD_REQUEST', 'Malformed or missing {name}')
export const tooManyUploads = apiError(400, 'BAD_REQUEST', 'You have too many unfinished uploads (limit: {limit})')
export const tooManyPieces = apiError(400, 'BAD_REQUEST', 'The file was sent in too many parts (limit: {limit})')

export const wrongVersion = apiError(412, 'BAD_REQUEST', `Tus-Resumable must be ${protocolVersion}`)
