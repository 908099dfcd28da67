/** Words to replace in a text, with suggestions. */
export function wordsToReplace(text: string): { found: string; instead: string }[]
/** Line and block comments, with their first lines. */
export function commentsIn(source: string): { text: string; line: number }[]
