import { raw, type Tx } from '#platform/db'
import { holdWords } from './search-words.ts'

/** Checked first: the newest messages contain nearly every common word, for which the index would return many. */
const newestLooked = 300

/** Words of messages and files that are listed and not indexed yet would look unused. */
const isBehind = `exists (select 1 from words_taken where org_id = $1 and not taken @> listed)
    or exists (
      select 1 from attachment a join attachment_text t on t.attachment_id = a.id
      where a.org_id = $1 and a.words_due_at is not null and a.unused_since is null)`

export interface Candidates {
  /** Words to check, in order. */
  readonly rare: readonly string[]
  /** The last word looked at; undefined at the end. */
  readonly last: string | undefined
  /** True if words are listed whose messages aren't indexed yet: nothing can be checked then. */
  readonly isBehind: boolean
}

/** The next words of the list, except those that the newest messages contain. */
export async function rareWords(tx: Tx, orgId: number, after: string, limit: number): Promise<Candidates> {
  const [row] = await raw<{ rare: string[] | null; last: string | null; count: number; is_behind: boolean }>(
    tx,
    `with behind as materialized (select ${isBehind} as is_so),
     looked as materialized (
       select word, plainto_tsquery('loquat', word) as query from search_word
       where org_id = $1 and word > $2 and not (select is_so from behind) order by word limit $3),
     common as materialized (
       select distinct lexeme from (
         select words from message_words where org_id = any(array[$1::bigint]) order by org_id desc, message_id desc limit ${newestLooked}) w
       cross join lateral unnest(tsvector_to_array(w.words)) lexeme)
     select array_agg(word order by word) filter (where numnode(query) > 0 and not exists (
         select 1 from common where lexeme = btrim(query::text, ''''))) as rare,
       max(word) as last, count(*) as count, (select is_so from behind) as is_behind from looked`,
    [orgId, after, limit],
  )
  const isEnd = !row || row.count < limit
  return { rare: row?.rare ?? [], last: isEnd ? undefined : (row.last ?? undefined), isBehind: row?.is_behind ?? false }
}

/** Deletes the words that no message contains. Returns false without deleting any if the index is behind the list. */
export async function forgetWords(tx: Tx, orgId: number, words: readonly string[]): Promise<boolean> {
  await holdWords(tx, orgId)
  const [row] = await raw<{ is_behind: boolean }>(
    tx,
    // perf: two queries, so that the index is used only for these words
    `with behind as materialized (select ${isBehind} as is_so),
     rare as materialized (
       select word, plainto_tsquery('loquat', word) as query from unnest($2::text[]) word where not (select is_so from behind)),
     gone as (
       delete from search_word s using rare
       where s.org_id = $1 and s.word = rare.word and not exists (
         select 1 from message_words w where w.words @@ (('''#o' || $1::bigint || '''')::tsquery && rare.query) offset 0))
     select is_so as is_behind from behind`,
    [orgId, words],
  )
  return row !== undefined && !row.is_behind
}
