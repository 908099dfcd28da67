import { charBefore, isWordChar } from './run.ts'

/** Scripts without spaces between words, where word boundaries don't apply. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

export function alertWordsIn(text: string, words: Iterable<string>): Set<string> {
  const found = new Set<string>()
  const lower = text.toLowerCase()
  for (const word of words) if (contains(lower, word.trim().toLowerCase())) found.add(word)
  return found
}

export function matchesAlertWord(text: string, words: Iterable<string>): boolean {
  const lower = text.toLowerCase()
  for (const word of words) if (contains(lower, word.trim().toLowerCase())) return true
  return false
}

function contains(text: string, word: string): boolean {
  if (word === '') return false
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (free(charBefore(text, at), word[0]!) && free(charAt(text, at + word.length), word.at(-1)!)) return true
  }
  return false
}

const free = (outside: string | undefined, edge: string) =>
  !isWordChar(outside) || !isWordChar(edge) || UNSPACED.test(edge) || UNSPACED.test(outside!)

const charAt = (text: string, pos: number) => {
  const point = text.codePointAt(pos)
  return point === undefined ? undefined : String.fromCodePoint(point)
}
