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

/** The part with the words that it stands in. */
export async function withWords(tx: Tx, orgId: number, part: WordPart): Promise<WordPart> {
  const { text, at } = part
  const pattern = `${at === 'start' ? '' : '%'}${text}${at === 'end' ? '' : '%'}`
  const rows = await raw<{ word: string }>(
    tx,
    // perf: the index on triples is on an expression, and they name the organization; asked for that as well, a planner
    // without statistics reads all its words. The limit ends what is too common
    `select word from search_word where triples_of(org_id, word) @> $1::text[] and word like $2 limit $3`,
    [triplesOf(orgId, framed(part)), pattern, mostWordsOfPart + 1],
  )
  return rows.length > mostWordsOfPart ? { text, at } : { text, at, words: rows.map(({ word }) => word) }
}

/** What separates words in a prepared text. */
const edge = '[^a-z0-9\\u0080-\\uffff]'

/** What a prepared text with the part looks like. */
export const partExpression = ({ text, at }: WordPart, params: Params): string =>
  `${params.add(`${at === 'start' ? `(^|${edge})` : ''}${text}${at === 'end' ? `($|${edge})` : ''}`)}::text`

/** Whether message `m` holds the part, in its text or in what its files hold. */
export function partCondition(part: WordPart, params: Params): string {
  const { text, at } = part
  const place = partExpression(part, params)
  const lowered = `lower((m.topic || ' ' || m.content) collate "C")`
  const stands = `strpos(${lowered}, ${params.add(text)}::text) > 0`
  // perf: most texts need not be prepared: without accents only case is between them and what is looked for
  return `(case when octet_length(m.content) + octet_length(m.topic) = char_length(m.content) + char_length(m.topic)
      then ${stands}${at === 'any' ? '' : ` and ${lowered} ~ ${place}`}
      else ${at === 'any' ? `${stands} or ` : ''}search_text(m.topic || ' ' || m.content) ~ ${place} end
    or m.has_attachment and exists (
      select 1 from attachment_message am join attachment_text t on t.attachment_id = am.attachment_id
      where am.message_id = m.id and t.prepared ~ ${place} offset 0))`
}
