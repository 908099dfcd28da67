import type { Catalog } from './arb.mjs'

export function pseudoCatalog(english: Catalog, language: string): Catalog
/** Names and directions of the pseudo-languages, by tag. */
export const pseudoLanguages: ReadonlyMap<string, { readonly name: string; readonly direction: 'ltr' | 'rtl' }>
