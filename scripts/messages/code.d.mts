import type { Catalog } from './arb.mjs'

/** The source of an ES module that exports one module's `messages`: in the catalog's language, or else English. */
export function codeOfModule(english: Catalog, catalog: Catalog, module: string): string
/** The source of 'messages:format', which compiled modules import. */
export function codeOfFormat(catalog: Catalog): string
