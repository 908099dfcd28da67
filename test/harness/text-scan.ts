/* A naive search that scans every text: slow, and without any of the code under test. */

/** A token of a text: a word, or a letter that is a word by itself. */
export interface Token {
  readonly text: string
  readonly isSingle: boolean
  /** Something separates it from the one before. */
  readonly isApart: boolean
}

const letter = /[\p{L}\p{N}\p{M}]/u
export const single = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\u30fc]/u
const unseen = /[\u200b\u00ad]|\ufe0f/g

export function tokensOf(text: string): Token[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f\u0591-\u05c7\u064b-\u0652]/g, '')
    .replaceAll(unseen, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
  const tokens: Token[] = []
  let word = ''
  let isApart = false
  const end = () => {
    if (word) tokens.push({ text: word, isSingle: false, isApart })
    if (word) isApart = false
    word = ''
  }
  for (const one of plain) {
    const isLetter = letter.test(one)
    if (isLetter && !single.test(one)) word += one
    else end()
    if (!isLetter) isApart = true
    else if (single.test(one)) {
      tokens.push({ text: one, isSingle: true, isApart })
      isApart = false
    }
  }
  end()
  return tokens
}

/** Maps the forms of a word to one stem. */
export type Stem = (word: string) => string

function isSame(found: Token, wanted: Token, before: Token | undefined, stem: Stem): boolean {
  if (found.isSingle !== wanted.isSingle) return false
  // single-letter tokens follow each other only where nothing separates them
  if (before?.isSingle && wanted.isSingle && found.isApart !== wanted.isApart) return false
  return found.isSingle ? found.text === wanted.text : stem(found.text) === stem(wanted.text)
}

const holdsPhrase = (text: readonly Token[], wanted: readonly Token[], stem: Stem): boolean =>
  wanted.length > 0 &&
  text.some((_, from) =>
    wanted.every((one, index) => {
      const found = text[from + index]
      return found !== undefined && isSame(found, one, wanted[index - 1], stem)
    }),
  )

/** One search term: a word, a phrase, or a part of a word. */
export interface Item {
  readonly kind: 'word' | 'phrase' | 'start' | 'end' | 'any'
  readonly text: string
  readonly negated: boolean
}

/** As typed in a search. */
export function written({ kind, text, negated }: Item): string {
  const shown = { word: text, phrase: `"${text}"`, start: `${text}*`, end: `*${text}`, any: `*${text}*` }[kind]
  return `${negated ? '-' : ''}${shown}`
}

/** Whether a text matches it; if it's negated, doesn't. */
export function fits(tokens: readonly Token[], { kind, text, negated }: Item, stem: Stem): boolean {
  const wanted = tokensOf(text)
  if (kind === 'word' || kind === 'phrase') return holdsPhrase(tokens, wanted, stem) !== negated
  const part = wanted[0]?.text ?? ''
  const isIn = tokens.some((one) => {
    if (one.isSingle) return false
    if (kind === 'any') return one.text.includes(part)
    return kind === 'start' ? one.text.startsWith(part) : one.text.endsWith(part)
  })
  return isIn !== negated
}
