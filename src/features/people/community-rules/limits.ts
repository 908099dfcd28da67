export const maxRulesLength = 20_000
/** Earlier versions kept, with the current one. */
export const maxVersionsKept = 100
