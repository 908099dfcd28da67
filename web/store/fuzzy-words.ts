import { type Signal, signal } from '@preact/signals'
import type { Narrow } from '../narrow/narrow.ts'

/** A word of a search that nobody has written, and words of what was found instead. */
export interface NearWord {
  readonly word: string
  readonly near: readonly string[]
}

/** They live as long as the list of the narrow. */
const known = new WeakMap<Narrow, Signal<readonly NearWord[]>>()

/** What was found in place of the words of a search; nothing where these were found. */
export function nearWordsOf(narrow: Narrow): Signal<readonly NearWord[]> {
  const words = known.get(narrow) ?? signal<readonly NearWord[]>([])
  known.set(narrow, words)
  return words
}

/** Each answer names those that stand in its own messages. */
export function keepNearWords(narrow: Narrow, found: readonly NearWord[] = []): void {
  const words = nearWordsOf(narrow)
  const before = new Map(words.peek().map(({ word, near }) => [word, near]))
  words.value = found.map(({ word, near }) => ({ word, near: [...new Set([...(before.get(word) ?? []), ...near])] }))
}
