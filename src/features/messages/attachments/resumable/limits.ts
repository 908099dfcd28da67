export const protocolVersion = '1.0.0'

export const checksums = ['sha1', 'sha256', 'sha512', 'md5'] as const

export const keptForHours = 24

export const maxUnfinished = 50

/** Parts per file. */
export const maxPieces = 2_000

/** Characters of `Upload-Metadata`. */
export const longestMetadata = 8_000
