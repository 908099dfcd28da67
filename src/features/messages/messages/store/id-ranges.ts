/** Message IDs from the first up to but excluding the second, which is null for no end; null for all messages. */
export type IdRanges = readonly (readonly [from: number, below: number | null])[] | null

/** As an `int8multirange` parameter, or null. */
export const rangesText = (ranges: IdRanges): string | null =>
  ranges && `{${ranges.map(([from, below]) => `[${from},${below ?? ''})`).join(',')}}`
