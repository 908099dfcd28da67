/** The entries of a list that's edited as text, one per line unless there's another separator. */
export const entriesIn = (text: string, separator: string | RegExp = '\n'): string[] =>
  text
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
