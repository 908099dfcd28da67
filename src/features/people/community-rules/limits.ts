export const maxRulesLength = 20_000
/** Versions kept, including the current one. */
export const maxVersionsKept = 100
