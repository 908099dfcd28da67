import type { Catalog } from './arb.mjs'

export function codeOfModule(english: Catalog, catalog: Catalog, module: string): string
export function codeOfFormat(catalog: Catalog): string
