/** Smaller files are sent to the server, which needs fewer requests. */
export const leastBytes = 16 * 2 ** 20

const leastPart = 8 * 2 ** 20
const maxParts = 1_000

/** The size of each part but the last. */
export const partSizeOf = (size: number): number => Math.max(leastPart, Math.ceil(size / maxParts))

/** Lifetime of a URL. */
export const addressSecs = 3_600
