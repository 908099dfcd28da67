import { compiled, type Tx } from '#platform/db'

const wordsOf = 'words_of(m.org_id, m.conversation_id, m.sender_id, m.id, m.topic, m.content)'
// message ids ascend in the order of commits, so whatever is newer than the newest one taken is still to be taken
const newest = 'coalesce((select max(message_id) from message_words where org_id = $1), 0)'

const off = (setting: string) => `set_config('${setting}', 'off', true)`

/** Takes the words of the oldest messages that lack them; answers how many. */
export async function takeWords(tx: Tx, orgId: number, limit: number): Promise<number> {
  // perf: in the order of the index, or every message that waits is read and sorted for each step
  await compiled(tx, `select ${['enable_sort', 'enable_bitmapscan', 'jit'].map(off).join(', ')}`, [])
  const rows = await compiled(
    tx,
    `insert into message_words (org_id, message_id, words)
     select m.org_id, m.id, ${wordsOf} from message m
     where m.org_id = $1 and m.id > ${newest} order by m.id limit $2
     on conflict do nothing returning message_id`,
    [orgId, limit],
  )
  return rows.length
}

/** The same for a message that comes back among older ones. */
export async function takeWordsAgain(tx: Tx, orgId: number, id: number): Promise<void> {
  await compiled(
    tx,
    `insert into message_words (org_id, message_id, words)
     select m.org_id, m.id, ${wordsOf} from message m where m.id = $2 and m.id < ${newest}
     on conflict (org_id, message_id) do update set words = excluded.words`,
    [orgId, id],
  )
}
