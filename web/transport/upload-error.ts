/**
 * `refused`: the server says why, in the message. `failed`: the server answers, but doesn't complete the upload.
 * `unreachable`: there's no connection. `unreadable`: the file was changed, moved, or removed.
 */
export type UploadErrorKind = 'refused' | 'failed' | 'unreachable' | 'unreadable'

/** A file wasn't uploaded. `status` is that of the response, 0 without one. */
export class UploadError extends Error {
  readonly kind: UploadErrorKind
  readonly status: number
  constructor(kind: UploadErrorKind, reason = '', status = 0) {
    super(reason)
    this.kind = kind
    this.status = status
  }
}

/** Whether the browser can still read a file that the person chose. */
export const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

/** `unreadable` where the file is why a request failed. */
export const unreadableOr = async (kind: UploadErrorKind, file: File): Promise<UploadErrorKind> =>
  (await isReadable(file)) ? kind : 'unreadable'
