import type { Catalog } from './arb.mjs'

export const errorModule: string
export function templateOf(english: Catalog, key: string): string
export function codeOfProgram(english: Catalog, catalog: Catalog): string
