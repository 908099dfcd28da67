import { compiled, type Tx } from '#platform/db'
import type { Reaction } from '../wire.ts'

/** The reactions of some messages, in the order in which they were added. */
export async function reactionsOf(tx: Tx, messageIds: readonly number[]): Promise<Map<number, Reaction[]>> {
  const found = new Map<number, Reaction[]>()
  if (messageIds.length === 0) return found
  const rows = await compiled<Reaction & { message_id: number }>(
    tx,
    // perf: message by message through the index; the planner alone would read every reaction that there is
    `select r.message_id, r.emoji_name, r.emoji_code, r.reaction_type, r.user_id
     from unnest($1::bigint[]) m(id)
     cross join lateral (select * from reaction r where r.message_id = m.id offset 0) r order by r.id`,
    [messageIds],
  )
  for (const { message_id, ...reaction } of rows) {
    const list = found.get(message_id)
    if (list) list.push(reaction)
    else found.set(message_id, [reaction])
  }
  return found
}

export async function insertReaction(tx: Tx, orgId: number, messageId: number, reaction: Reaction): Promise<void> {
  await tx
    .insertInto('reaction')
    .values({ org_id: orgId, message_id: messageId, ...reaction })
    .execute()
}

export async function deleteReaction(tx: Tx, messageId: number, reaction: Reaction): Promise<void> {
  await tx
    .deleteFrom('reaction')
    .where('message_id', '=', messageId)
    .where('user_id', '=', reaction.user_id)
    .where('reaction_type', '=', reaction.reaction_type)
    .where('emoji_code', '=', reaction.emoji_code)
    .execute()
}
