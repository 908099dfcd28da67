import { raw, type Tx } from '#platform/db'
import { holdWords } from './search-words.ts'

/** Checked first: the newest messages contain nearly every common word, for which the index would return many. */
const newestLooked = 300

/** Words of messages and files that are listed and not indexed yet would look unused. */
const isBehind = `exists (select 1 from words_taken where org_id = $1 and not taken @> listed)
    or exists (
      select 1 from attachment a join attachment_text t on t.attachment_id = a.id
      where a.org_id = $1 and a.words_due_at is not null and a.unused_since is null)`

/** Returns the last word checked, undefined at the end. Checks none while the index is behind the list. */
export async function forgetWords(tx: Tx, orgId: number, after: string, limit: number): Promise<string | undefined> {
  await holdWords(tx, orgId)
  const [row] = await raw<{ last: string | null; count: number; is_behind: boolean }>(
    tx,
    // perf: two queries, so that the index is used only for rare words
    `with behind as materialized (select ${isBehind} as is_so),
     looked as materialized (
       select word, plainto_tsquery('loquat', word) as query from search_word
       where org_id = $1 and word > $2 and not (select is_so from behind) order by word limit $3),
     common as materialized (
       select distinct lexeme from (
         select words from message_words where org_id = any(array[$1::bigint]) order by org_id desc, message_id desc limit ${newestLooked}) w
       cross join lateral unnest(tsvector_to_array(w.words)) lexeme),
     rare as materialized (
       select word, query from looked where numnode(query) > 0 and not exists (
         select 1 from common where lexeme = btrim(query::text, ''''))),
     gone as (
       delete from search_word s using rare
       where s.org_id = $1 and s.word = rare.word and not exists (
         select 1 from message_words w where w.words @@ (('''#o' || $1::bigint || '''')::tsquery && rare.query) offset 0))
     select max(word) as last, count(*) as count, (select is_so from behind) as is_behind from looked`,
    [orgId, after, limit],
  )
  if (row?.is_behind) return after || undefined
  return row && row.count === limit ? (row.last ?? undefined) : undefined
}
