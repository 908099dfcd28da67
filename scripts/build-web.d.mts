export function buildWeb(): Promise<void>
/** Removes files that aren't in `current` and that no build of the last two weeks has written. */
export function prune(folder: string, current: ReadonlySet<string>, now?: number): Promise<void>
