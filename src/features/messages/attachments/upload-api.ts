import { apiError, bool, endpoint, int, text, z } from '#contract'
import { tooManyKept } from '../../people/organization/totals.ts'

export const noFile = apiError(400, 'BAD_REQUEST', 'You must specify a file to upload')
export const severalFiles = apiError(400, 'BAD_REQUEST', 'You may upload only one file at a time')
export const quotaExceeded = apiError(
  400,
  'REALM_UPLOAD_QUOTA',
  "There is no room for the file: it would exceed your organization's upload quota.",
)
/** The same error for files that don't exist and files that the caller can't access. */
export const noSuchFile = apiError(404, 'NOT_FOUND', 'File not found')
export const linkExpired = apiError(403, 'BAD_REQUEST', 'This link has expired')

export const uploadFile = endpoint('POST /user_uploads', {
  summary: 'Upload a file',
  contributes: true,
  files: true,
  result: {
    /** To be linked as `[filename](url)`. */
    url: z.string(),
    /** compat: the name of `url` before level 272 */
    uri: z.string(),
    filename: z.string(),
  },
  errors: [noFile, severalFiles, quotaExceeded, tooManyKept],
})

const place = { realm_id_str: int, filename: text({ max: 2_000 }) }

export const getTemporaryUrl = endpoint('GET /user_uploads/{realm_id_str}/{filename...}', {
  summary: 'Get a temporary URL for a file',
  params: place,
  result: { url: z.string() },
  errors: [noSuchFile],
})

export const getThumbnailStatus = endpoint('GET /thumbnail/status/{realm_id_str}/{filename...}', {
  summary: 'Check whether an uploaded file has thumbnails',
  params: place,
  result: { has_thumbnail: bool },
  errors: [noSuchFile],
})
