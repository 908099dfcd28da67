import { folded } from '#contract'
import type { Message } from '../wire.ts'
import { type SearchText, wordsOf } from './search-terms.ts'

/** The fuzzy matches that occur in these messages, so that words of messages the reader can't read aren't revealed. */
export function nearWordsIn(
  messages: readonly Pick<Message, 'content' | 'subject'>[],
  searches: readonly SearchText[],
): { word: string; near: string[] }[] {
  const tried = searches.flatMap(({ wanted }) =>
    wanted.flatMap(({ words, near }) => (near ? [{ word: words[0] ?? '', near }] : [])),
  )
  const written = new Set<string>()
  if (tried.some(({ near }) => near.length > 0))
    for (const { content, subject } of messages)
      for (const text of [subject, content.replaceAll(/<[^<>]*>/g, ' ')])
        for (const one of wordsOf(text)) written.add(folded(one))
  return tried.map(({ word, near }) => ({ word, near: near.filter((one) => written.has(one)) }))
}
