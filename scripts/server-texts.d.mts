export const catalogFolder: string

/** Compiles the catalogs of a folder into programs in another. */
export function buildTexts(from?: string, to?: string): Promise<void>
