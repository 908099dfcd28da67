export type Part =
  | string
  | { readonly argument: string; readonly isNumber?: true }
  | { readonly plural: string; readonly forms: ReadonlyMap<string, readonly Part[]> }
  | { readonly select: string; readonly forms: ReadonlyMap<string, readonly Part[]> }

export function parseMessage(text: string): readonly Part[]
export function alwaysShown(parts: readonly Part[]): Set<string>
export function hasLetters(parts: readonly Part[]): boolean
