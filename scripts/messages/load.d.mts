import type { Catalog } from './arb.mjs'

// biome-ignore lint/suspicious/noExplicitAny: texts and functions, by their keys
export function loadMessages(english: Catalog, catalog: Catalog, module: string): Promise<any>
