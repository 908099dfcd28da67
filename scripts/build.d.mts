/** Builds the programs of threads, the files of new databases, and the texts. */
export function buildParts(): Promise<void>
