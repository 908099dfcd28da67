import type { Catalog } from './arb.mjs'

export function pseudoCatalog(english: Catalog, language: string): Catalog
export const pseudoLanguages: ReadonlyMap<string, { readonly name: string; readonly direction: 'ltr' | 'rtl' }>
