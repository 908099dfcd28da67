/** Of tus, the protocol of resumable uploads. */
export const protocolVersion = '1.0.0'

/** By which the bytes of a request can be compared. */
export const checksums = ['sha1', 'sha256', 'sha512', 'md5'] as const

/** How long an upload that nobody continues is kept. */
export const keptForHours = 24

/** Uploads that one person may have begun and not finished. */
export const mostUnfinished = 50

/** Pieces of one file; a connection that breaks ends one. */
export const mostPieces = 2_000

/** Characters of `Upload-Metadata`. */
export const longestMetadata = 8_000
