import type { MessageId } from '#contract'
import { raw, type Tx } from '#platform/db'
import { Params } from '../access/scope.ts'
import { type SearchText, searchQuery, wordsOfMessage } from './search-terms.ts'

/** A message loses a quarter of its score within this many days before the newest match, and never more than half. */
const halfLifeDays = 60
/** `ts_rank_cd`: divide by the logarithm of the length. */
const byLength = 1

/**
 * The most relevant of these messages, most relevant first. Words count more if they're frequent, close to each other,
 * and in a short message or the topic; reactions and a recent date help. Ties go to the newer message.
 */
export async function rankedIds(
  tx: Tx,
  searches: readonly SearchText[],
  ids: readonly MessageId[],
  limit: number,
): Promise<MessageId[]> {
  if (ids.length === 0) return []
  const params = new Params()
  const queries = searches.map((search) => searchQuery(search, params))
  const names = queries.map((_, index) => `asked.q${index}`)
  const ranks = names.map((query) => `(0.01 + ts_rank_cd(ranked.words, ${query}, ${byLength}))`)
  const inTopic = names.map((query) => `(case when ranked.topic_words @@ ${query} then 1.5 else 1 end)`)
  const rows = await raw<{ id: MessageId }>(
    tx,
    `with asked as materialized (select ${queries.map((query, index) => `${query} as q${index}`).join(', ')}),
      ranked as materialized (
        select m.id, max(m.sent_at) over () - m.sent_at as age, ${wordsOfMessage} as words, to_tsvector('loquat', search_text(m.topic)) as topic_words,
          (select count(*) from reaction r where r.message_id = m.id) as reactions
        from message m where m.id = any(${params.add(ids)}::bigint[]))
    select ranked.id from ranked cross join asked
    order by ${[...ranks, ...inTopic].join(' * ')}
      * (1 + 0.2 * ln(1 + ranked.reactions))
      * (0.5 + 0.5 * power(0.5, extract(epoch from ranked.age) / ${halfLifeDays * 86_400})) desc,
      ranked.id desc
    limit ${params.add(limit)}`,
    params.values,
  )
  return rows.map(({ id }) => id)
}
