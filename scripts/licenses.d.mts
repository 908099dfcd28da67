export function packagesIn(output: readonly object[], root: string): Set<string>
export function licensesOf(folders: Iterable<string>, product: string): Promise<string>
