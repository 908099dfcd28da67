import type { Catalog } from './arb.mjs'

/** What's wrong with a translation, in words. */
export function problemsOf(english: Catalog, catalog: Catalog): string[]
/** What's wrong with the English catalog itself. */
export function problemsOfEnglish(english: Catalog): string[]
/** Keys that a translation lacks. */
export function missingIn(english: Catalog, catalog: Catalog): string[]
/** Keys of texts that are the same as in English. */
export function untranslatedIn(english: Catalog, catalog: Catalog, allowed: ReadonlySet<string>): string[]
