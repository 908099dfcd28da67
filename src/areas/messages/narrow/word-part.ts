import { raw, type Tx } from '#platform/db'
import type { Params } from '../access/scope.ts'

/** A part of a word: its beginning, its end, or anything of it. */
export interface WordPart {
  /** Folded, see `folded`. */
  readonly text: string
  readonly at: 'start' | 'end' | 'any'
  /** The words of the organization that it stands in; undefined when they are too many. */
  readonly words?: readonly string[]
}

/** perf: the index looks for each of them; more make a search through a million messages take more than half a second. */
const mostWordsOfPart = 400

/** Three letters each, that follow each other: what words are found by; see the migration. */
export function triplesOf(orgId: number, text: string): string[] {
  const letters = [...text]
  return letters.slice(2).map((_, index) => `${orgId}:${letters.slice(index, index + 3).join('')}`)
}

const framed = ({ text, at }: WordPart): string => `${at === 'start' ? '^' : ''}${text}${at === 'end' ? '$' : ''}`

/** Parts with the words that they stand in. */
export async function withWords(tx: Tx, orgId: number, parts: readonly WordPart[]): Promise<WordPart[]> {
  if (parts.length === 0) return []
  const asked = parts.map((part, place) => {
    const { text, at } = part
    const pattern = `${at === 'start' ? '' : '%'}${text}${at === 'end' ? '' : '%'}`
    return { place, triples: triplesOf(orgId, framed(part)), pattern }
  })
  const rows = await raw<{ words: string[] | null }>(
    tx,
    // perf: the index on triples is on an expression, and they name the organization; asked for that as well, a planner
    // without statistics reads all its words. The limit ends what is too common
    `select (select json_agg(x.word) from (
         select word from search_word where triples_of(org_id, word) @> asked.triples and word like asked.pattern limit $2) x) as words
     from json_to_recordset($1::text::json) as asked(place int, triples text[], pattern text) order by asked.place`,
    [JSON.stringify(asked), mostWordsOfPart + 1],
  )
  return parts.map(({ text, at }, index) => {
    const words = rows[index]?.words ?? []
    return words.length > mostWordsOfPart ? { text, at } : { text, at, words }
  })
}

/** What separates words in a prepared text. */
const edge = '[^a-z0-9\\u0080-\\uffff]'

/**
 * Whether a prepared text has the part. perf: it stands in few, which the expression for where it stands need not look at.
 */
export function partIn(prepared: string, { text, at }: WordPart, params: Params): string {
  const stands = `strpos(${prepared}, ${params.add(text)}::text) > 0`
  if (at === 'any') return stands
  const place = params.add(`${at === 'start' ? `(^|${edge})` : ''}${text}${at === 'end' ? `($|${edge})` : ''}`)
  return `case when ${stands} then ${prepared} ~ ${place}::text else false end`
}

/** Whether message `m` holds the part, in its text or in what its files hold. */
export function partCondition(part: WordPart, params: Params): string {
  const lowered = `lower((m.topic || ' ' || m.content) collate "C")`
  // perf: most texts need not be prepared: without accents only case is between them and what is looked for
  return `(case when octet_length(m.content) + octet_length(m.topic) = char_length(m.content) + char_length(m.topic)
      then ${partIn(lowered, part, params)}
      else ${part.at === 'any' ? `strpos(${lowered}, ${params.add(part.text)}::text) > 0 or ` : ''}exists (
        select 1 from (select search_text(m.topic || ' ' || m.content) as text offset 0) prepared
        where ${partIn('prepared.text', part, params)}) end
    or m.has_attachment and exists (
      select 1 from attachment_message am join attachment_text t on t.attachment_id = am.attachment_id
      where am.message_id = m.id and ${partIn('t.prepared', part, params)} offset 0))`
}
