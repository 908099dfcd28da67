export function missingEvidence(page: string, textOf: (path: string) => string | undefined): string[]
