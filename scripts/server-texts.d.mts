export const catalogFolder: string

export function buildTexts(from?: string, to?: string): Promise<void>
