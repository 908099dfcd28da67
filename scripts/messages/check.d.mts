import type { Catalog } from './arb.mjs'

/** Mistakes in a translation. */
export function problemsOf(english: Catalog, catalog: Catalog): string[]
/** Mistakes in the English catalog. */
export function problemsOfEnglish(english: Catalog): string[]
/** Keys that a translation lacks. */
export function missingIn(english: Catalog, catalog: Catalog): string[]
/** Keys of texts that are the same as in English. */
export function untranslatedIn(english: Catalog, catalog: Catalog, allowed: ReadonlySet<string>): string[]
