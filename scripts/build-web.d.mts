export function buildWeb(): Promise<void>
export function prune(folder: string, current: ReadonlySet<string>, now?: number): Promise<void>
export function filesOfCalls(
  output: readonly { readonly type: string; readonly fileName: string; readonly moduleIds?: readonly string[] }[],
): string[]
export function callsOverBudget(
  folder: string,
  byLanguage: ReadonlyMap<string, readonly string[]>,
  most?: number,
): Promise<string[]>
