/** Texts that are hard-coded in a view. */
export function textsInView(source: string): string[]
