import type { MessageId } from '#contract'
import { raw, type Tx } from '#platform/db'

const wordsOf = `words_of(m.org_id, m.conversation_id, m.sender_id, m.id, m.topic, m.content)
  || case when m.has_attachment then words_of_files(m.id) else '' end`
/** Message ids ascend in the order of commits, so nothing is to come below the newest one. */
const missing = `int8multirange(int8range(1, coalesce((
    select m.id from message m where m.org_id = any(array[$1::bigint]) order by m.org_id desc, m.id desc limit 1), 0) + 1))
  - coalesce((select taken from words_taken where org_id = $1), '{}')`

/** Single words, for parts of words and words with a slip. perf: of several messages at once, which share most of them. */
const listWords = (from: string) => `
  insert into search_word (org_id, word)
  select distinct $1::bigint, word from (
    select string_agg(search_text(text), ' ') as prepared from ${from} group by id % 8) some_texts
  cross join lateral unnest(words_listed(prepared)) word
  on conflict do nothing`

/** Ids whose words the index does not hold yet: from the first on and below the second, ascending. */
type IdGap = readonly [from: number, below: number]

export async function missingWords(tx: Tx, orgId: number): Promise<IdGap[]> {
  const rows = await raw<{ low: number; high: number }>(
    tx,
    `select lower(gap) as low, upper(gap) as high from unnest(${missing}) gap order by 1`,
    [orgId],
  )
  return rows.map(({ low, high }) => [low, high])
}

/** Takes the words of the newest messages that lack them; answers how many. */
export async function takeWords(tx: Tx, orgId: number, limit: number): Promise<number> {
  await tx
    .insertInto('words_taken')
    .values({ org_id: orgId, taken: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // who takes words at the same time takes others
  await tx.selectFrom('words_taken').select('org_id').where('org_id', '=', orgId).forUpdate().execute()
  const [row] = await raw<{ count: number }>(
    tx,
    // perf: in the order of the index, see SideQuery.inOrder
    `with gap as materialized (select gap from unnest(${missing}) gap order by gap desc limit 1),
     picked as materialized (
       select m.id, ${wordsOf} as words, m.topic || ' ' || m.content as text from gap cross join lateral (
         select m.* from message m
         where m.org_id = any(array[$1::bigint]) and m.id >= lower(gap) and m.id < upper(gap)
         order by m.org_id desc, m.id desc limit (select $2::bigint)) m),
     put as (
       insert into message_words (org_id, message_id, words) select $1, id, words from picked
       on conflict (org_id, message_id) do update set words = excluded.words),
     listed as (${listWords('picked')}),
     noted as (
       update words_taken w set taken = taken + int8multirange(int8range(
         case when (select count(*) from picked) < $2::bigint then lower(gap) else (select min(id) from picked) end, upper(gap)))
       from gap where w.org_id = $1)
     select count(*) as count from picked`,
    [orgId, limit],
  )
  return row?.count ?? 0
}

/** The same for a message that comes back among older ones. */
export async function takeWordsAgain(tx: Tx, orgId: number, id: MessageId): Promise<void> {
  await raw(
    tx,
    `with picked as materialized (
       select m.org_id, m.id, ${wordsOf} as words, m.topic || ' ' || m.content as text
       from message m where m.org_id = $1 and m.id = $2),
     listed as (${listWords('picked')})
     insert into message_words (org_id, message_id, words) select org_id, id, words from picked
     on conflict (org_id, message_id) do update set words = excluded.words`,
    [orgId, id],
  )
}
