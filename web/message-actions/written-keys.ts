/** The key as if Caps Lock were off, which swaps the case of letters. */
export function plainKey(event: KeyboardEvent): string {
  const { key, shiftKey } = event
  if (key.length !== 1 || !event.getModifierState('CapsLock')) return key
  return shiftKey ? key.toUpperCase() : key.toLowerCase()
}

/** Key name in shortcut tables: prefixed with `Ctrl+` for Ctrl, or Command on a Mac. */
export const keyOf = (event: KeyboardEvent): string =>
  event.ctrlKey || event.metaKey ? `Ctrl+${plainKey(event)}` : plainKey(event)

/**
 * True if a key produces a character, alone or with Shift: all except those with a name, such as `Enter` and `F5`, and
 * Ctrl combinations. Some layouts produce several characters per key.
 */
export const writesSign = (key: string): boolean => !/^(Ctrl\+.+|[A-Z][A-Za-z]*[a-z0-9][A-Za-z0-9]*)$/s.test(key)
