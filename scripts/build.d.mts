/** Builds the worker programs, the files for new databases, and the texts. */
export function buildParts(): Promise<void>
