import type { Catalog } from './arb.mjs'

export function languagesIn(folder: string): string[]
export function readCatalog(folder: string, language: string): Catalog
