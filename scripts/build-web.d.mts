export function buildWeb(): Promise<void>
export function prune(folder: string, current: ReadonlySet<string>, now?: number): Promise<void>
