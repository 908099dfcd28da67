import { plainSigns } from '#contract'
import { raw, type Tx } from '#platform/db'
import type { Params } from '../access/scope.ts'

/** A part of a word: its beginning, its end, or anything of it. */
export interface WordPart {
  /** Folded, see `folded`. */
  readonly text: string
  readonly at: 'start' | 'end' | 'any'
  /** What the index is asked for; undefined when that is too much. */
  readonly listed?: ListedWords
}

/** The words of the organization that a part stands in. */
export interface ListedWords {
  /** They have other forms, and the index knows these. */
  readonly words: readonly string[]
  /** Of words with digits, names and numbers which have one form, up to the end of the part: thousands may share one. */
  readonly beginnings: readonly string[]
}

/** perf: the index looks for each of them; more make a search through a million messages take more than half a second. */
const mostListed = 400
/** perf: words that are looked at for that, some microseconds each. */
const mostWordsOfPart = 20_000

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
    return { place, triples: triplesOf(orgId, framed(part)), pattern, text, at }
  })
  const rows = await raw<{ listed: { words: string[] | null; beginnings: string[] | null; looked: number } }>(
    tx,
    // perf: the index on triples is on an expression, and they name the organization; asked for that as well, a planner
    // without statistics reads all its words. The limits end what is too common: of a step that is materialised, no more
    // is read than those after it want
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
    [JSON.stringify(asked), mostWordsOfPart + 1, mostListed + 1],
  )
  return parts.map(({ text, at }, index) => {
    const { words, beginnings, looked = 0 } = rows[index]?.listed ?? {}
    const listed = { words: words ?? [], beginnings: beginnings ?? [] }
    const isFew = looked <= mostWordsOfPart && listed.words.length + listed.beginnings.length <= mostListed
    return isFew ? { text, at, listed } : { text, at }
  })
}

/** What separates words in a prepared text. */
const edge = '[^a-z0-9\\u0080-\\uffff]'

/**
 * Whether a text has the part. perf: it stands in few, which the expression for where it stands need not look at.
 */
function partIn(prepared: string, { text, at }: WordPart, params: Params): string {
  const stands = `strpos(${prepared}, ${params.add(text)}::text) > 0`
  if (at === 'any') return stands
  const place = params.add(`${at === 'start' ? `(^|${edge})` : ''}${text}${at === 'end' ? `($|${edge})` : ''}`)
  return `case when ${stands} then ${prepared} ~ ${place}::text else false end`
}

/** Of a prepared text what people read: letters that are taken one by one stand in it as numbers. */
const readable = (prepared: string, { text }: WordPart): string =>
  /^[0-9]+$/.test(text) ? `regexp_replace(${prepared}, 'ƿ[0-9]+', ' ', 'g')` : prepared

/** Whether a prepared text has the part. */
export const partInPrepared = (prepared: string, part: WordPart, params: Params): string =>
  partIn(readable(prepared, part), part, params)

/** Whether message `m` holds the part, in its text or in what its files hold. */
export function partCondition(part: WordPart, params: Params): string {
  const lowered = `lower((m.topic || ' ' || m.content) collate "C")`
  const stands = () => `strpos(${lowered}, ${params.add(part.text)}::text) > 0`
  // perf: most texts need not be prepared: without accents only case is between them and what is looked for, and signs
  // of which no letter comes change nothing about Latin ones
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
