import { apiError, endpoint, int, text, z } from '#contract'
import { tooManyKept } from '../../../people/organization/totals.ts'
import { fileTooLarge, noSuchUpload, tooManyUploads } from '../resumable/errors.ts'
import { quotaExceeded } from '../upload-api.ts'

export const partConflict = apiError(
  409,
  'BAD_REQUEST',
  'The part begins at {given}, but the server knows of {known} bytes',
)
export const partsDiffer = apiError(400, 'BAD_REQUEST', 'The uploaded parts are incomplete')

const upload_id = text({ max: 24 })
const bytes = int.min(0).max(Number.MAX_SAFE_INTEGER)

const progress = {
  /** Bytes that the server knows to be in the store. */
  offset: int,
  /**
   * Null if all parts are uploaded. PUT `size` bytes before the address expires (UNIX seconds), and report the ETag.
   */
  next: z.object({ address: z.string(), size: int, expires_at: int }).nullable(),
  /** The result of `POST /user_uploads`, once the file is complete. */
  url: z.string().nullable(),
  filename: z.string().nullable(),
}

/** Null if the file must be sent to the server: there's no bucket, or the file is small or may be a picture. */
export const beginDirectUpload = endpoint('POST /direct_uploads', {
  summary: 'Start a direct upload to the file store',
  contributes: true,
  params: { filename: text({ max: 2_000 }), content_type: text({ max: 200 }).default(''), size: bytes },
  result: { upload: z.object({ token: z.string(), ...progress }).nullable() },
  errors: [fileTooLarge, quotaExceeded, tooManyUploads, tooManyKept],
})

export const getDirectUpload = endpoint('GET /direct_uploads/{upload_id}', {
  summary: 'Get the state of a direct upload',
  params: { upload_id },
  result: progress,
  errors: [noSuchUpload],
})

export const keepDirectPart = endpoint('POST /direct_uploads/{upload_id}/parts', {
  summary: 'Report an uploaded part',
  params: { upload_id, offset: bytes, etag: text({ min: 1, max: 200 }) },
  result: progress,
  errors: [noSuchUpload, partConflict, partsDiffer, quotaExceeded, tooManyKept],
})

export const endDirectUpload = endpoint('DELETE /direct_uploads/{upload_id}', {
  summary: 'Cancel a direct upload',
  params: { upload_id },
  errors: [noSuchUpload],
})
