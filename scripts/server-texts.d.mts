export const catalogFolder: string

/** Compiles a folder's catalogs into programs in another. */
export function buildTexts(from?: string, to?: string): Promise<void>
