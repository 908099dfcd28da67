/** The key as if Caps Lock were off, which swaps the case of letters. */
export function plainKey(event: KeyboardEvent): string {
  const { key, shiftKey } = event
  if (key.length !== 1 || !event.getModifierState('CapsLock')) return key
  return shiftKey ? key.toUpperCase() : key.toLowerCase()
}

/** A key as it is written in tables: with `Ctrl+` in front where that, or the same key of a Mac, is held. */
export const keyOf = (event: KeyboardEvent): string =>
  event.ctrlKey || event.metaKey ? `Ctrl+${plainKey(event)}` : plainKey(event)

/**
 * Whether a key writes a sign, by itself or with Shift. All do but those that have a name, as `Enter` and `F5`, or are held
 * with Ctrl; some layouts write signs of several characters.
 */
export const writesSign = (key: string): boolean => !/^(Ctrl\+.+|[A-Z][A-Za-z]*[a-z0-9][A-Za-z0-9]*)$/s.test(key)
