export function buildWeb(): Promise<void>
/** Takes files out of the folder that are not among the current ones and that no build of the last weeks has written. */
export function prune(folder: string, current: ReadonlySet<string>, now?: number): Promise<void>
