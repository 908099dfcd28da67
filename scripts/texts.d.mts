export function textsInView(source: string): string[]
