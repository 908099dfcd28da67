/** The folders of the packages in a build's output; relative names start at `root`. */
export function packagesIn(output: readonly object[], root: string): Set<string>
/** The licenses of a product's packages, by name; throws if one has none. */
export function licensesOf(folders: Iterable<string>, product: string): Promise<string>
