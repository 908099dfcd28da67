/** The key as if Caps Lock were off, which swaps the case of letters. */
export function plainKey(event: KeyboardEvent): string {
  const { key, shiftKey } = event
  if (key.length !== 1 || !event.getModifierState('CapsLock')) return key
  return shiftKey ? key.toUpperCase() : key.toLowerCase()
}

/** Key name in shortcut tables: prefixed with `Ctrl+` for Ctrl, or Command on a Mac. */
export const keyOf = (event: KeyboardEvent): string =>
  event.ctrlKey || event.metaKey ? `Ctrl+${plainKey(event)}` : plainKey(event)

/** True if a key produces characters: all except named keys such as `Enter` and `F5`, and Ctrl combinations. */
export const writesSign = (key: string): boolean => !/^(Ctrl\+.+|[A-Z][A-Za-z]*[a-z0-9][A-Za-z0-9]*)$/s.test(key)
