import type { MessageId } from '#contract'
import { raw, type Tx } from '#platform/db'

const wordsOf = `words_of(m.org_id, m.conversation_id, m.sender_id, m.id, m.topic, m.content)
  || case when m.has_attachment then words_of_files(m.id) else '' end`
/** `taken`: the message is indexed. `listed`: its words are in the word list. */
export type WordWork = 'taken' | 'listed'

const newest = `coalesce((
    select m.id from message m where m.org_id = any(array[$1::bigint]) order by m.org_id desc, m.id desc limit 1), 0)`
/** Message IDs ascend in commit order, so no message can appear below the newest one. */
const missing = (work: WordWork) => `int8multirange(int8range(1, ${newest} + 1))
  - coalesce((select ${work} from words_taken where org_id = $1), '{}')`

/** perf: shares words of several messages. The fixed order avoids deadlocks between processes. */
const listWordsOf = (from: string) => `
  insert into search_word (org_id, word)
  select distinct $1::bigint, word from (
    select string_agg(search_text(text), ' ') as prepared from ${from} group by id % 8) some_texts
  cross join lateral unnest(words_listed(prepared)) word
  order by word on conflict do nothing`

/** IDs that aren't processed yet: from the first up to but excluding the second, ascending. */
export interface IdGap {
  readonly from: number
  readonly below: number
  readonly isNewest: boolean
}

export async function missingWords(tx: Tx, orgId: number, work: WordWork): Promise<IdGap[]> {
  const rows = await raw<{ low: number; high: number; is_newest: boolean }>(
    tx,
    `select lower(gap) as low, upper(gap) as high, upper(gap) > ${newest} as is_newest
     from unnest(${missing(work)}) gap order by 1`,
    [orgId],
  )
  return rows.map(({ low, high, is_newest }) => ({ from: low, below: high, isNewest: is_newest }))
}

/** Locks the word list, so that adding and deleting words exclude each other. */
export async function holdWords(tx: Tx, orgId: number): Promise<void> {
  await tx.selectFrom('words_taken').select('org_id').where('org_id', '=', orgId).forUpdate().execute()
}

/** Indexes or lists the words of the newest messages that aren't processed yet; returns their number. */
export async function takeWords(tx: Tx, orgId: number, work: WordWork, limit: number): Promise<number> {
  await tx
    .insertInto('words_taken')
    .values({ org_id: orgId, taken: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // lock first, so that concurrent calls take different messages
  await holdWords(tx, orgId)
  const done = {
    taken: `insert into message_words (org_id, message_id, words) select $1, m.id, ${wordsOf} from picked m
       on conflict (org_id, message_id) do update set words = excluded.words`,
    listed: listWordsOf(`(select id, topic || ' ' || content as text from picked) texts`),
  }[work]
  const [row] = await raw<{ count: number }>(
    tx,
    // perf: in index order, see SideQuery.inOrder
    `with gap as materialized (select gap from unnest(${missing(work)}) gap order by gap desc limit 1),
     picked as materialized (
       select m.* from gap cross join lateral (
         select m.* from message m
         where m.org_id = any(array[$1::bigint]) and m.id >= lower(gap) and m.id < upper(gap)
         order by m.org_id desc, m.id desc limit (select $2::bigint)) m),
     done as (${done}),
     noted as (
       update words_taken w set ${work} = ${work} + int8multirange(int8range(
         case when (select count(*) from picked) < $2::bigint then lower(gap) else (select min(id) from picked) end, upper(gap)))
       from gap where w.org_id = $1)
     select count(*) as count from picked`,
    [orgId, limit],
  )
  return row?.count ?? 0
}

export async function takeWordsAgain(tx: Tx, orgId: number, id: MessageId): Promise<void> {
  await holdWords(tx, orgId)
  await raw(
    tx,
    `with picked as materialized (
       select m.org_id, m.id, ${wordsOf} as words, m.topic || ' ' || m.content as text
       from message m where m.org_id = $1 and m.id = $2),
     listed as (${listWordsOf('picked')})
     insert into message_words (org_id, message_id, words) select org_id, id, words from picked
     on conflict (org_id, message_id) do update set words = excluded.words`,
    [orgId, id],
  )
}
