export function wordsToReplace(text: string): { found: string; instead: string }[]
export function commentsIn(source: string): { text: string; line: number }[]
export function testNamesIn(source: string): { text: string; line: number }[]
