import type { Catalog } from './arb.mjs'

export function declarationsOf(english: Catalog): string
