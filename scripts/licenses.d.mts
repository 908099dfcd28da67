/** The folders of the packages that files of a build came from; `root` is what relative names begin at. */
export function packagesIn(output: readonly object[], root: string): Set<string>
/** The terms of packages that the `product` contains, one after the other by name; throws for one that comes without. */
export function licensesOf(folders: Iterable<string>, product: string): Promise<string>
