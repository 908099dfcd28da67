import type { Catalog } from './arb.mjs'

/** The languages with a catalog in a folder, English first. */
export function languagesIn(folder: string): string[]
export function readCatalog(folder: string, language: string): Catalog
