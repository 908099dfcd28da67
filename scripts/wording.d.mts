/** What a text should say differently: the words found, with what to write instead. */
export function wordsToReplace(text: string): { found: string; instead: string }[]
/** Line and block comments, with the lines they begin on. */
export function commentsIn(source: string): { text: string; line: number }[]
