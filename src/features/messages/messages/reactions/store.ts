import type { MessageId, UserId } from '#contract'
import { raw, type Tx } from '#platform/db'
import { rowsOf } from '../store/rows-of-messages.ts'
import type { Reaction } from '../wire.ts'

export interface StoredReaction extends Reaction {
  user_id: UserId
}

/** Reactions from `rows` as a JSON list, unordered. */
export const reactionList = (rows: string): string => `(
  select json_agg(json_build_array(r.id, r.message_id, r.emoji_name, r.emoji_code, r.reaction_type, r.user_id, r.agent))
  from ${rows} r)`

export type ReactionTuple = [
  id: number,
  message: MessageId,
  name: string,
  code: string,
  type: Reaction['reaction_type'],
  user: UserId,
  agent: string | null,
]

/** By message, in the order in which they were added. */
export function reactionsIn(list: ReactionTuple[] | null): Map<MessageId, StoredReaction[]> {
  const found = new Map<MessageId, StoredReaction[]>()
  list?.sort(([a], [b]) => a - b)
  for (const [, message, emoji_name, emoji_code, reaction_type, user_id, agent] of list ?? []) {
    const reaction = { emoji_name, emoji_code, reaction_type, user_id, ...(agent === null ? {} : { agent }) }
    const others = found.get(message)
    if (others) others.push(reaction)
    else found.set(message, [reaction])
  }
  return found
}

/** perf: one JSON text instead of many rows. */
export async function reactionsOf(tx: Tx, messageIds: readonly MessageId[]): Promise<Map<MessageId, StoredReaction[]>> {
  const rows = await raw<{ list: ReactionTuple[] | null }>(
    tx,
    `select ${reactionList(rowsOf('reaction', '$1::bigint[]'))} as list`,
    [messageIds],
  )
  return reactionsIn(rows[0]?.list ?? null)
}

export async function insertReaction(
  tx: Tx,
  orgId: number,
  messageId: MessageId,
  reaction: StoredReaction,
): Promise<void> {
  await tx
    .insertInto('reaction')
    .values({ org_id: orgId, message_id: messageId, ...reaction })
    .execute()
}

export async function deleteReaction(tx: Tx, messageId: MessageId, reaction: StoredReaction): Promise<void> {
  await tx
    .deleteFrom('reaction')
    .where('message_id', '=', messageId)
    .where('user_id', '=', reaction.user_id)
    .where('reaction_type', '=', reaction.reaction_type)
    .where('emoji_code', '=', reaction.emoji_code)
    .execute()
}
