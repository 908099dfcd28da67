/** Spans of quiet hours that one person may have. */
export const maxQuietSpans = 20
/** Days for which notifications can be paused. */
export const maxPauseDays = 366
/** Ids of each kind that a digest holds: the newest. */
export const mostInDigest = 500
