import { plainSigns } from '#contract'
import { raw, type Tx } from '#platform/db'
import type { Params } from '../access/scope.ts'

export interface WordPart {
  /** Folded, see `folded`. */
  readonly text: string
  readonly at: 'start' | 'end' | 'any'
  /** The words to look up in the index; undefined if too many. */
  readonly listed?: ListedWords
}

export interface ListedWords {
  /** Words with other inflections, which the index has. */
  readonly words: readonly string[]
  /** Words with digits have no inflections; cut after the part, because thousands may share a prefix. */
  readonly beginnings: readonly string[]
}

/** perf: the index is queried for each; with more, a search in a million messages takes more than half a second. */
const maxListed = 400
/** perf: words to check for this, some microseconds each. */
const maxWordsOfPart = 20_000

/** Trigrams, by which words are found; see the migration. */
export function triplesOf(orgId: number, text: string): string[] {
  const letters = [...text]
  return letters.slice(2).map((_, index) => `${orgId}:${letters.slice(index, index + 3).join('')}`)
}

const framed = ({ text, at }: WordPart): string => `${at === 'start' ? '^' : ''}${text}${at === 'end' ? '$' : ''}`

export async function withWords(tx: Tx, orgId: number, parts: readonly WordPart[]): Promise<WordPart[]> {
  if (parts.length === 0) return []
  const asked = parts.map((part, place) => {
    const { text, at } = part
    const pattern = `${at === 'start' ? '' : '%'}${text}${at === 'end' ? '' : '%'}`
    return { place, triples: triplesOf(orgId, framed(part)), pattern, text, at }
  })
  const rows = await raw<{ listed: { words: string[] | null; beginnings: string[] | null; looked: number } }>(
    tx,
    // perf: the index on trigrams is an expression index, and trigrams include the organization; with a separate
    // condition on it, a planner without statistics reads all its words. The limits stop words that are too common: a
    // materialized step reads no more rows than later steps need
    `select (
       with looked as materialized (
         select word, word ~ '[0-9]' as has_digit from search_word
         where triples_of(org_id, word) @> asked.triples and word like asked.pattern limit $2),
       other as materialized (select word from looked where not has_digit limit $3),
       named as materialized (
         select distinct case when asked.at = 'end' then word else left(word, strpos(word, asked.text) + char_length(asked.text) - 1) end as beginning
         from looked where has_digit and (select count(*) from other) < $3)
       select json_build_object(
         'words', (select json_agg(word) from other),
         'beginnings', (select json_agg(beginning) from (select beginning from named limit $3) some_named),
         'looked', case when (select count(*) from other) < $3 then (select count(*) from looked) else 0 end)) as listed
     from json_to_recordset($1::text::json) as asked(place int, triples text[], pattern text, text text, at text) order by asked.place`,
    [JSON.stringify(asked), maxWordsOfPart + 1, maxListed + 1],
  )
  return parts.map(({ text, at }, index) => {
    const { words, beginnings, looked = 0 } = rows[index]?.listed ?? {}
    const listed = { words: words ?? [], beginnings: beginnings ?? [] }
    const isFew = looked <= maxWordsOfPart && listed.words.length + listed.beginnings.length <= maxListed
    return isFew ? { text, at, listed } : { text, at }
  })
}

/** Separates words in prepared text. */
const edge = '[^a-z0-9\\u0080-\\uffff]'

/** Whether a text contains the part. perf: few texts do, and only those are checked by the regular expression. */
function partIn(prepared: string, { text, at }: WordPart, params: Params): string {
  const stands = `strpos(${prepared}, ${params.add(text)}::text) > 0`
  if (at === 'any') return stands
  const place = params.add(`${at === 'start' ? `(^|${edge})` : ''}${text}${at === 'end' ? `($|${edge})` : ''}`)
  return `case when ${stands} then ${prepared} ~ ${place}::text else false end`
}

/** Prepared text as users read it: letters indexed one by one are stored as numbers. */
const readable = (prepared: string, { text }: WordPart): string =>
  /^[0-9]+$/.test(text) ? `regexp_replace(${prepared}, 'ƿ[0-9]+', ' ', 'g')` : prepared

export const partInPrepared = (prepared: string, part: WordPart, params: Params): string =>
  partIn(readable(prepared, part), part, params)

export function partCondition(part: WordPart, params: Params): string {
  const lowered = `lower((m.topic || ' ' || m.content) collate "C")`
  const stands = () => `strpos(${lowered}, ${params.add(part.text)}::text) > 0`
  // perf: most texts needn't be prepared: without accents only case differs, and punctuation that never becomes a
  // letter doesn't affect Latin parts
  const isLatin = /^[a-z0-9]+$/.test(part.text)
  const without = isLatin
    ? `when not ${stands()} and (m.topic || m.content) !~ ${params.add(`[^\\u0001-\\u007f${plainSigns}]`)}::text then false`
    : ''
  return `(case when octet_length(m.content) + octet_length(m.topic) = char_length(m.content) + char_length(m.topic)
      then ${partIn(lowered, part, params)} ${without}
      else ${part.at === 'any' ? `${stands()} or ` : ''}exists (
        select 1 from (select search_text(m.topic || ' ' || m.content) as text offset 0) prepared
        where ${partInPrepared('prepared.text', part, params)}) end
    or m.has_attachment and exists (
      select 1 from attachment_message am join attachment_text t on t.attachment_id = am.attachment_id
      where am.message_id = m.id and ${partInPrepared('t.prepared', part, params)} offset 0))`
}
