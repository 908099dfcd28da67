import type { Catalog } from './arb.mjs'

/** A declaration file with a module 'messages:x' for each module x. */
export function declarationsOf(english: Catalog): string
