/** Orders texts by UTF-16 code units, in every language the same. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The distinct numbers, smallest first. */
export const ascending = <I extends number>(ids: Iterable<I>): I[] => [...new Set(ids)].sort((a, b) => a - b)
