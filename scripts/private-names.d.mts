export function suggestionsFor(name: string): string[]
export function suggestionsForPath(path: string): string[]
export function namesIn(source: string, lang: 'js' | 'ts' | 'tsx'): Map<string, number>
