export function unportable(text: string): string[]
export function unportableSources(): string[]
