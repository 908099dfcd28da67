import { compiled, type Row, type Tx } from '#platform/db'

export type StoredMessage = Omit<Row<'message'>, 'search'>

/** Every column but the one that only searches read. */
const columns = [
  'id',
  'org_id',
  'conversation_id',
  'sender_id',
  'client',
  'topic',
  'content',
  'rendered_content',
  'renderer_version',
  'sent_at',
  'sender_read',
  'is_me_message',
  'has_link',
  'has_image',
  'has_attachment',
  'channel_wildcard',
  'topic_wildcard',
  'last_edited_at',
  'last_moved_at',
  'edit_history',
] as const satisfies (keyof StoredMessage)[]
const listed = columns.map((column) => `m.${column}`).join(', ')

/** Messages of an organization by id, ascending, with the people of those that are direct. */
export const selectPlaced = (
  tx: Tx,
  orgId: number,
  ids: readonly number[],
): Promise<(StoredMessage & { member_ids: number[] | null })[]> =>
  compiled(
    tx,
    `select ${listed}, c.member_ids from message m join conversation c on c.id = m.conversation_id
     where m.org_id = $1 and m.id = any($2::bigint[]) order by m.id`,
    [orgId, ids],
  )
