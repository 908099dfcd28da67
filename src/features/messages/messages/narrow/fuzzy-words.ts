import { compareTexts, folded, hasSingleLetters } from '#contract'
import { raw, type Tx } from '#platform/db'
import type { Message } from '../wire.ts'
import { type SearchText, wordsOf } from './search-terms.ts'
import { triplesOf } from './word-part.ts'

/** Maximum number of similar words, and of words that contain the whole word. */
const maxNear = 10
/** perf: compare at most this many words; with a very large vocabulary some may be missed. */
const maxCompared = 10_000
const shortest = 4

/** Number of allowed typos. */
const slips = (length: number): number => (length < shortest ? 0 : length < 8 ? 1 : 2)

const canHaveSlips = (word: string): boolean => {
  const { length } = [...word]
  return length >= shortest && length <= 50 && !hasSingleLetters(word)
}

/** Words each may have been meant to be: similar spellings, nearest first, and then words that contain it. */
export async function nearWords(tx: Tx, orgId: number, typed: readonly string[]): Promise<string[][]> {
  const words = typed.map(folded)
  const asked = words.flatMap((word, place) => {
    if (!canHaveSlips(word)) return []
    const { length } = [...word]
    const most = slips(length)
    const triples = triplesOf(orgId, `^${word}$`)
    return [{ place, triples, shortest: length - most, longest: length + most, holding: `%${word}%` }]
  })
  if (asked.length === 0) return words.map(() => [])
  const rows = await raw<{ place: number; words: string[] | null }>(
    tx,
    // perf: one JSON text instead of thousands of rows. The trigrams include the organization, see withWords
    `select asked.place, (select json_agg(x.word) from (
         select word from search_word
         where triples_of(org_id, word) && asked.triples
           and (char_length(word) between asked.shortest and asked.longest or word like asked.holding)
         limit ${maxCompared}) x) as words
     from json_to_recordset($1::text::json) as asked(place int, triples text[], shortest int, longest int, holding text)`,
    [JSON.stringify(asked)],
  )
  const listed = new Map(rows.map((row) => [row.place, row.words ?? []]))
  return words.map((word, place) => nearest(word, listed.get(place) ?? []))
}

function nearest(word: string, listed: readonly string[]): string[] {
  const most = slips([...word].length)
  const near: [string, number][] = []
  const holding: string[] = []
  for (const one of listed) {
    if (one === word) continue
    const distance = distanceWithin(word, one, most)
    if (distance !== undefined) near.push([one, distance])
    else if (one.includes(word)) holding.push(one)
  }
  return [
    ...near
      .sort(([a, one], [b, other]) => one - other || compareTexts(a, b))
      .slice(0, maxNear)
      .map(([one]) => one),
    ...holding.sort((a, b) => a.length - b.length || compareTexts(a, b)).slice(0, maxNear),
  ]
}

/** The edit distance, with transpositions; undefined if above `most`. */
function distanceWithin(one: string, other: string, most: number): number | undefined {
  const [a, b] = [[...one], [...other]]
  if (Math.abs(a.length - b.length) > most) return
  let earlier: number[] = []
  let last = b.map((_, index) => index).concat(b.length)
  for (let row = 1; row <= a.length; row++) {
    const now = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      let least = Math.min(
        (last[column] as number) + 1,
        (now[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
      )
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        least = Math.min(least, (earlier[column - 2] as number) + 1)
      now.push(least)
    }
    if (Math.min(...now) > most) return
    earlier = last
    last = now
  }
  const distance = last[b.length] as number
  return distance <= most ? distance : undefined
}

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
