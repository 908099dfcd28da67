/** Compares by UTF-16 code units, independent of the language. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Distinct numbers in ascending order. */
export const ascending = <I extends number>(ids: Iterable<I>): I[] => [...new Set(ids)].sort((a, b) => a - b)
