import type { Catalog } from './arb.mjs'

export function declarationsOf(english: Catalog): Map<string, string>
