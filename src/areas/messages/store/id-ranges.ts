/** Message ids from the first on and below the second, without an end where that is null; null for all there are. */
export type IdRanges = readonly (readonly [from: number, below: number | null])[] | null

/** As a parameter that is an `int8multirange`, or null. */
export const rangesText = (ranges: IdRanges): string | null =>
  ranges && `{${ranges.map(([from, below]) => `[${from},${below ?? ''})`).join(',')}}`
