export type Part =
  | string
  | { readonly argument: string; readonly isNumber?: true }
  | { readonly plural: string; readonly forms: ReadonlyMap<string, readonly Part[]> }
  | { readonly select: string; readonly forms: ReadonlyMap<string, readonly Part[]> }

/** Throws an error that says where the mistake is. */
export function parseMessage(text: string): readonly Part[]
/** The arguments shown in every form of a message, whatever the values are. */
export function alwaysShown(parts: readonly Part[]): Set<string>
export function hasLetters(parts: readonly Part[]): boolean
