/** What is not portable in a text, in words with their lines. */
export function unportable(text: string): string[]
/** The same for everything that runs where Loquat is installed. */
export function unportableSources(): string[]
