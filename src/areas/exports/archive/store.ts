import { compiled, type Tx } from '#platform/db'

/*
 * What is read for archives, from the tables of other areas: in pages, so that neither memory nor other people's
 * requests depend on how much there is. Every column is named: what is not named here is in no archive.
 */

export interface MessageRow {
  id: number
  sender_id: number
  topic: string
  content: string
  rendered_content: string
  sent_at: Date
  last_edited_at: Date | null
  last_moved_at: Date | null
}

/** Of one conversation, after an id, up to another one. */
export const messagePage = (
  tx: Tx,
  conversationId: number,
  after: number,
  upTo: number,
  limit: number,
): Promise<MessageRow[]> =>
  compiled(
    tx,
    `select id, sender_id, topic, content, rendered_content, sent_at, last_edited_at, last_moved_at from message
     where conversation_id = $1 and id > $2 and id <= $3 order by id limit $4`,
    [conversationId, after, upTo, limit],
  )

interface Reaction {
  message_id: number
  user_id: number
  emoji_name: string
  emoji_code: string
  reaction_type: string
}

export const reactionsOf = (tx: Tx, ids: readonly number[]): Promise<Reaction[]> =>
  compiled(
    tx,
    `select message_id, user_id, emoji_name, emoji_code, reaction_type from reaction
     where message_id = any($1::bigint[]) order by id`,
    [ids],
  )

interface Submessage {
  message_id: number
  sender_id: number
  msg_type: string
  content: string
}

export const submessagesOf = (tx: Tx, ids: readonly number[]): Promise<Submessage[]> =>
  compiled(
    tx,
    'select message_id, sender_id, msg_type, content from submessage where message_id = any($1::bigint[]) order by id',
    [ids],
  )

export const holdings = (tx: Tx, ids: readonly number[]): Promise<{ message_id: number; attachment_id: number }[]> =>
  compiled(
    tx,
    `select message_id, attachment_id from attachment_message where message_id = any($1::bigint[])
     order by message_id, attachment_id`,
    [ids],
  )

export interface UploadRow {
  id: number
  path_id: string
  name: string
  content_type: string
  size: number
  owner_id: number
  created_at: Date
}

export const uploadsById = (tx: Tx, orgId: number, ids: readonly number[]): Promise<UploadRow[]> =>
  compiled(
    tx,
    `select id, path_id, name, content_type, size, owner_id, created_at from attachment
     where org_id = $1 and id = any($2::bigint[]) order by id`,
    [orgId, ids],
  )

export async function newestMessage(tx: Tx, orgId: number): Promise<number> {
  const [row] = await compiled<{ id: number | null }>(tx, 'select max(id) as id from message where org_id = $1', [
    orgId,
  ])
  return row?.id ?? 0
}
