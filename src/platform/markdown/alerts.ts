import { isWordChar } from './run.ts'

/** Scripts without spaces between words, where word boundaries don't apply. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

export function alertWordsIn(text: string, words: Iterable<string>): Set<string> {
  const contains = wordFinder(text)
  const found = new Set<string>()
  for (const word of words) if (contains(word)) found.add(word)
  return found
}

/** Returns a function that tests whether the text contains a word or phrase. */
export function wordFinder(text: string): (word: string) => boolean {
  const lower = text.toLowerCase()
  let inner: Uint8Array | undefined
  return (phrase) => {
    const word = phrase.trim().toLowerCase()
    let at = word === '' ? -1 : lower.indexOf(word)
    if (at < 0) return false
    inner ??= innerUnits(lower)
    const needsStart = isInner(word[0]!)
    const needsEnd = isInner(word.at(-1)!)
    while (at >= 0) {
      let next = at + 1
      if (needsStart && inner[at - 1]) {
        // perf: a hostile text can have a hit at every letter
        const gap = inner.indexOf(0, at)
        if (gap < 0) return false
        next = gap + 1
      } else if (!needsEnd || !inner[at + word.length]) return true
      at = lower.indexOf(word, next)
    }
    return false
  }
}

/** Whether it's a letter or digit in a script with spaces between words. */
const isInner = (char: string) => isWordChar(char) && !UNSPACED.test(char)

/** Marks the UTF-16 units of such characters with 1. */
function innerUnits(text: string): Uint8Array {
  const inner = new Uint8Array(text.length)
  let at = 0
  for (const char of text) {
    if (isInner(char)) inner.fill(1, at, at + char.length)
    at += char.length
  }
  return inner
}
