export function buildParts(): Promise<void>
