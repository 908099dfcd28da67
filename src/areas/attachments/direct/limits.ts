/** Smaller files are sent to the server, which costs fewer requests. */
export const leastBytes = 16 * 2 ** 20

const leastPart = 8 * 2 ** 20
const mostParts = 1_000

/** How large each part of such a file is, but for the last. */
export const partSizeOf = (size: number): number => Math.max(leastPart, Math.ceil(size / mostParts))

/** How long an address can be used. */
export const addressSecs = 3_600
