import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import type { PasswordEstimator, PasswordStrength } from '#contract'

/** Judging time grows with the length; a strong password is strong within this many characters. */
const maxScored = 40
/** Maximum number of leetspeak variants, such as p4ssw0rd: each costs as much as the password itself. */
const maxSpellings = 8
const maxNames = 40
/** Minimum number of characters besides names; fewer, such as a year and a symbol, are quickly guessed. */
const leastBesideNames = 8
/** Shorter names occur in many words, so they only count as whole words. */
const longNameLength = 4

const estimator = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  maxLength: maxScored,
  l33tMaxSubstitutions: maxSpellings,
})

const goodGuesses = 1e9
const strongGuesses = 1e11

/** Letters by the digits and symbols that replace them; i and l are treated as the same. */
const alike: Readonly<Record<string, string>> = Object.fromEntries(
  ['0o', '1i', 'li', '!i', '|i', '3e', '€e', '4a', '@a', '5s', '$s', '7t', '+t'].map(([sign, letter]) => [
    sign,
    letter,
  ]),
)

function plainLetter(letter: string): string {
  const [base = ''] = letter.normalize('NFKD').toLowerCase()
  return alike[base] ?? base
}
const plainText = (text: string): string => Array.from(text, plainLetter).join('')

/** Full names, without spaces, and their parts; for email addresses, without the top-level domain. */
function wordsIn(names: readonly string[]): string[] {
  const words = new Set<string>()
  for (const given of names) {
    const at = given.lastIndexOf('@')
    const domain = at < 0 ? undefined : given.slice(at + 1)
    const name = domain?.includes('.') ? given.slice(0, given.lastIndexOf('.')) : given
    const parts = name.slice(0, 300).split(/[^\p{L}\p{M}\p{N}]+/u)
    // include whole addresses and domains: their endings alone would count as enough characters
    const wholes = domain === undefined ? [] : [given, domain]
    for (const word of [...wholes, name, parts.join(''), ...parts])
      if (word.length >= 3 || /^[^\p{ASCII}]{2}/u.test(word)) words.add(word.toLowerCase())
  }
  return [...words].sort((a, b) => b.length - a.length).slice(0, maxNames)
}

/** The password without the names in it; undefined if it contains none. */
function besideNames(password: string, words: readonly string[]): string | undefined {
  const letters = Array.from(password)
  const isOfName = new Set<number>()
  const plain = Array.from(letters, plainLetter)
  const isLetter = (at: number) => /\p{L}/u.test(letters[at] ?? '') && !isOfName.has(at)
  const standsAlone = (at: number, length: number) =>
    /^[^\p{ASCII}]/u.test(plain[at] ?? '') || (!isLetter(at - 1) && !isLetter(at + length))
  for (const word of words.map(plainText)) {
    const length = Array.from(word).length
    for (let at = 0; at + length <= plain.length; at++)
      if (plain.slice(at, at + length).join('') === word && (length >= longNameLength || standsAlone(at, length)))
        for (let index = at; index < at + length; index++) isOfName.add(index)
  }
  return isOfName.size === 0 ? undefined : letters.filter((_letter, at) => !isOfName.has(at)).join('')
}

export const strengthOf: PasswordEstimator['strengthOf'] = (password, names, minGuesses): PasswordStrength => {
  // full-width and styled letters are as easy to guess as plain ones
  const scored = password.normalize('NFKC').slice(0, maxScored)
  const words = wordsIn(names)
  const rest = besideNames(scored, words)
  // the rest besides a name must be strong enough by itself
  if (rest !== undefined && (rest.length < leastBesideNames || estimator.check(rest).guesses < minGuesses))
    return { problem: 'names', level: 0 }
  const { guesses } = estimator.check(scored, words)
  if (guesses < minGuesses) return { problem: 'guessable', level: 0 }
  return { problem: undefined, level: guesses < goodGuesses ? 1 : guesses < strongGuesses ? 2 : 3 }
}
