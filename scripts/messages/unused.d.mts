import type { Catalog } from './arb.mjs'

export function unusedKeys(english: Catalog, sources: ReadonlyMap<string, string>): string[]
