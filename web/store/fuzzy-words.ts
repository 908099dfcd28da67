import { type Signal, signal } from '@preact/signals'
import type { Narrow } from '../narrow/narrow.ts'

/** A search word without exact matches, and the similar words that were found instead. */
export interface NearWord {
  readonly word: string
  readonly near: readonly string[]
}

/** Live as long as the narrow's list. */
const known = new WeakMap<Narrow, Signal<readonly NearWord[]>>()

/** Similar words found in place of a search's words; empty if these had exact matches. */
export function nearWordsOf(narrow: Narrow): Signal<readonly NearWord[]> {
  const words = known.get(narrow) ?? signal<readonly NearWord[]>([])
  known.set(narrow, words)
  return words
}

/** Each response lists only the words in its own messages. */
export function keepNearWords(narrow: Narrow, found: readonly NearWord[] = []): void {
  const words = nearWordsOf(narrow)
  const before = new Map(words.peek().map(({ word, near }) => [word, near]))
  words.value = found.map(({ word, near }) => ({ word, near: [...new Set([...(before.get(word) ?? []), ...near])] }))
}
