/** Bundles the programs of threads into dist/workers. */
export function buildWorkers(): Promise<void>
