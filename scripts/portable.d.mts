/** The non-portable code in a text, with line numbers. */
export function unportable(text: string): string[]
/** The same for all code that is installed. */
export function unportableSources(): string[]
