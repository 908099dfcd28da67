import { compiled, type Tx } from '#platform/db'

/** Marks of one message that some people have. */
export interface NewFlags {
  user_id: number
  mentioned: boolean
  group_mentioned: boolean
  topic_wildcard_mentioned: boolean
  has_alert_word: boolean
}

export async function insertFlags(tx: Tx, orgId: number, messageId: number, rows: NewFlags[]): Promise<void> {
  if (rows.length === 0) return
  await compiled(
    tx,
    `insert into message_flag (org_id, message_id, user_id, mentioned, group_mentioned, topic_wildcard_mentioned, has_alert_word)
     select $1, $2, * from unnest($3::bigint[], $4::boolean[], $5::boolean[], $6::boolean[], $7::boolean[])`,
    [
      orgId,
      messageId,
      rows.map((row) => row.user_id),
      rows.map((row) => row.mentioned),
      rows.map((row) => row.group_mentioned),
      rows.map((row) => row.topic_wildcard_mentioned),
      rows.map((row) => row.has_alert_word),
    ],
  )
}
