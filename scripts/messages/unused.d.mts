import type { Catalog } from './arb.mjs'

/** Keys of the English catalog that no source mentions. */
export function unusedKeys(english: Catalog, sources: ReadonlyMap<string, string>): string[]
