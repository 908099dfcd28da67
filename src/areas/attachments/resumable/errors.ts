import { apiError } from '#contract'
import { protocolVersion } from './limits.ts'

/** The same for an upload that is not there, that has expired, and that is somebody else's. */
export const noSuchUpload = apiError(404, 'NOT_FOUND', 'Upload not found')
export const methodNotAllowed = apiError(405, 'METHOD_NOT_ALLOWED', 'Method Not Allowed')
export const offsetConflict = apiError(
  409,
  'BAD_REQUEST',
  'Upload-Offset is {given}, but the server has {received} bytes',
)
export const fileTooLarge = apiError(413, 'BAD_REQUEST', 'The file is too large (limit: {limit} MiB)')
export const moreThanPromised = apiError(413, 'BAD_REQUEST', 'These are more bytes than Upload-Length has promised')
export const wrongContentType = apiError(415, 'BAD_REQUEST', 'Content-Type must be application/offset+octet-stream')
export const checksumMismatch = apiError(460, 'BAD_REQUEST', 'The bytes are not those of Upload-Checksum')
export const malformedHeader = apiError(400, 'BAD_REQUEST', 'Malformed or missing {name}')
export const tooManyUploads = apiError(
  400,
  'BAD_REQUEST',
  'Too many uploads have been begun and not finished (limit: {limit})',
)
export const tooManyPieces = apiError(400, 'BAD_REQUEST', 'The file comes in too many pieces (limit: {limit})')

export const wrongVersion = apiError(412, 'BAD_REQUEST', `Tus-Resumable must be ${protocolVersion}`)
