import type { Catalog } from './arb.mjs'

export function problemsOf(english: Catalog, catalog: Catalog): string[]
export function problemsOfEnglish(english: Catalog): string[]
export function missingIn(english: Catalog, catalog: Catalog): string[]
export function untranslatedIn(english: Catalog, catalog: Catalog, allowed: ReadonlySet<string>): string[]
