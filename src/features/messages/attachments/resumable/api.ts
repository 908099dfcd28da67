import { exchangeOperation, type Header, readOnlyErrors, z } from '#contract'
import { tooManyKept } from '../../../people/organization/totals.ts'
import { quotaExceeded, uploadFile } from '../upload-api.ts'
import {
  checksumMismatch,
  fileTooLarge,
  malformedHeader,
  moreThanPromised,
  noSuchUpload,
  offsetConflict,
  tooManyPieces,
  tooManyUploads,
  wrongContentType,
  wrongVersion,
} from './errors.ts'
import { checksums, longestMetadata, maxPieces, maxUnfinished, protocolVersion } from './limits.ts'

const bytes = z.int().nonnegative()
const header = (name: string, text: string, schema: z.ZodType = z.string()): Header => ({ name, text, schema })
const optional = (one: Header): Header => ({ ...one, isOptional: true })

const version = header('Tus-Resumable', 'The version of the protocol that is spoken.', z.literal(protocolVersion))
const length = header('Upload-Length', 'How many bytes the file has.', bytes)
const offset = header('Upload-Offset', 'How many bytes of it the server has.', bytes)
const expires = header('Upload-Expires', 'Until when it can be gone on with, as HTTP writes dates.')
const location = header('Location', 'Where the file goes: an absolute URL.', z.url())
const checksum = optional(
  header('Upload-Checksum', `What the bytes of the request come to: ${checksums.join(', ')}, a space, and base64.`),
)
const metadata = optional(
  header(
    'Upload-Metadata',
    'Pairs of a name and a value in base64, with commas between them: `filename` and `filetype` are read, and a `purpose` of `import`.',
    z.string().max(longestMetadata),
  ),
)
const pieceType = 'application/offset+octet-stream'
const { result } = uploadFile

export const describeResumableUploads = exchangeOperation('OPTIONS /', {
  summary: 'Get the supported features of tus, the resumable upload protocol',
  isForAnyone: true,
  answers: [
    {
      status: 204,
      text: 'What it can do.',
      headers: [
        header('Tus-Version', 'The versions of the protocol that it speaks.'),
        header('Tus-Extension', 'The extensions of the protocol that it knows.'),
        header('Tus-Max-Size', 'How many bytes a file may have.', bytes),
        header('Tus-Checksum-Algorithm', 'What bytes can be compared by.'),
      ],
    },
  ],
})

/** The first part can be included. */
export const beginResumableUpload = exchangeOperation('POST /', {
  summary: `Start a resumable upload; up to ${maxUnfinished} per user can be unfinished`,
  headers: [version, length, metadata, checksum],
  body: { contentType: pieceType, isOptional: true },
  answers: [
    {
      status: 201,
      text: 'It is begun. Where all of the file came along, or it is empty, it is there, and the answer has a body.',
      headers: [location, offset, expires],
      result,
    },
  ],
  errors: [
    ...readOnlyErrors,
    malformedHeader,
    tooManyUploads,
    quotaExceeded,
    tooManyKept,
    wrongVersion,
    fileTooLarge,
    moreThanPromised,
    wrongContentType,
    checksumMismatch,
  ],
})

export const getResumableUpload = exchangeOperation('HEAD /{upload_id}', {
  summary: 'Get the state of an upload',
  headers: [version],
  answers: [{ status: 200, text: 'It can be gone on with.', headers: [offset, length, expires] }],
  errors: [noSuchUpload, wrongVersion],
})

/** After the last part a client that lost the response can repeat the request without bytes. */
export const continueResumableUpload = exchangeOperation('PATCH /{upload_id}', {
  summary: `Upload the next part of a file, in at most ${maxPieces} parts`,
  headers: [version, { ...offset, text: 'Offset of the part: the number of bytes the server already has.' }, checksum],
  body: { contentType: pieceType },
  answers: [
    { status: 204, text: 'The piece is kept.', headers: [offset, expires] },
    { status: 200, text: 'The file is whole.', headers: [offset, expires], result },
  ],
  errors: [
    malformedHeader,
    tooManyPieces,
    quotaExceeded,
    tooManyKept,
    noSuchUpload,
    offsetConflict,
    wrongVersion,
    moreThanPromised,
    wrongContentType,
    checksumMismatch,
  ],
})

export const endResumableUpload = exchangeOperation('DELETE /{upload_id}', {
  summary: 'Cancel an upload',
  headers: [version],
  answers: [{ status: 204, text: 'It is gone.', headers: [] }],
  errors: [noSuchUpload, wrongVersion],
})
