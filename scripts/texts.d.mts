/** Texts that are in the source of a view itself. */
export function textsInView(source: string): string[]
