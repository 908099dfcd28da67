/** A key as it is written in tables: with `Ctrl+` in front where that, or the same key of a Mac, is held. */
export const keyOf = ({ key, ctrlKey, metaKey }: KeyboardEvent): string => (ctrlKey || metaKey ? `Ctrl+${key}` : key)

/**
 * Whether a key writes a sign, by itself or with Shift. All do but those that have a name, as `Enter` and `F5`, or are held
 * with Ctrl; some layouts write signs of several characters.
 */
export const writesSign = (key: string): boolean => !/^(Ctrl\+.+|[A-Z][A-Za-z]*[a-z0-9][A-Za-z0-9]*)$/s.test(key)
