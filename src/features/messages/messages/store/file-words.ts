import { raw, sql, type Tx } from '#platform/db'
import { holdWords } from './search-words.ts'

export interface UnreadFile {
  readonly id: number
  readonly path_id: string
  readonly name: string
  readonly content_type: string
  readonly size: number
  /** Indexing started, and the server ended before it finished. */
  readonly is_named: boolean
}

/** Newest first, below an ID. attachment belongs to the attachments area. */
export const filesWithoutWords = (
  tx: Tx,
  orgId: number,
  below: number | undefined,
  limit: number,
): Promise<UnreadFile[]> =>
  tx
    .selectFrom('attachment as a')
    .select(({ exists, selectFrom }) => [
      'a.id',
      'a.path_id',
      'a.name',
      'a.content_type',
      'a.size',
      exists(selectFrom('attachment_text as t').select('t.attachment_id').whereRef('t.attachment_id', '=', 'a.id'))
        .$castTo<boolean>()
        .as('is_named'),
    ])
    .where('a.org_id', '=', orgId)
    .where('a.unused_since', 'is', null)
    .where('a.words_due_at', 'is not', null)
    .where('a.words_due_at', '<=', sql<Date>`now()`)
    .$if(below !== undefined, (query) => query.where('a.id', '<', below as number))
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute()

export async function fileWordsTaken(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('attachment').set({ words_due_at: null }).where('id', '=', id).execute()
}

/** The storage may be unavailable for a while. */
export async function tryFileLater(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('attachment')
    .set({ words_due_at: sql<Date>`now() + interval '1 hour'` })
    .where('id', '=', id)
    .execute()
}

/** Makes the file look as if indexing hadn't started. */
export async function forgetFileWords(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('attachment_text').where('attachment_id', '=', id).execute()
}

/** A tsvector has room for a few files of this size. */
const maxBytes = 200_000

/** The file's messages are found after {@link takeFileIntoMessages}; false if there are too many words. */
export async function takeFileWords(
  tx: Tx,
  orgId: number,
  { id, name }: Pick<UnreadFile, 'id' | 'name'>,
  text: string,
): Promise<boolean> {
  await holdWords(tx, orgId)
  const rows = await raw(
    tx,
    // perf: prepare the text once, and check it before storing it
    `with file as materialized (select search_text($3 || E'\\n' || $4) as prepared),
     taken as materialized (select prepared, words_in(prepared) as words from file),
     listed as (
       insert into search_word (org_id, word)
       select $2, word from taken cross join lateral unnest(words_listed(prepared)) word
       where octet_length(words::text) <= ${maxBytes} order by word on conflict do nothing)
     insert into attachment_text (attachment_id, org_id, prepared, words)
     select $1, $2, prepared, words from taken
     where octet_length(words::text) <= ${maxBytes} and exists (select 1 from attachment where id = $1)
     on conflict (attachment_id) do update set prepared = excluded.prepared, words = excluded.words returning attachment_id`,
    [id, orgId, name, text],
  )
  return rows.length > 0
}

/** Processes the next messages from an ID on; returns the last one, undefined at the end. */
export async function takeFileIntoMessages(
  tx: Tx,
  orgId: number,
  id: number,
  after: number,
): Promise<number | undefined> {
  const [row] = await raw<{ last: number | null }>(
    tx,
    // message_words belongs to this area. The number of files per message is limited; see words_of_files
    `with held as materialized (
       select message_id from attachment_message where attachment_id = $2 and message_id > $3 order by message_id limit 50),
     put as (
       update message_words w
       set words = words_of(m.org_id, m.conversation_id, m.sender_id, m.id, m.topic, m.content) || words_of_files(m.id)
       from held join message m on m.id = held.message_id
       where w.org_id = $1 and w.message_id = m.id)
     select max(message_id) as last from held`,
    [orgId, id, after],
  )
  return row?.last ?? undefined
}
