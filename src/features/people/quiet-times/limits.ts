export const maxQuietSpans = 20
export const maxPauseDays = 366
/** Maximum messages per kind, newest first. */
export const maxInDigest = 500
