export const webLayers: readonly { name: string; text: string; folders: readonly string[] }[]
/** What's wrong with imports inside `web`, which may only point to folders below. */
export function layerProblems(
  imports: ReadonlyMap<string, readonly { readonly target: string; readonly typeOnly?: boolean }[]>,
): string[]
