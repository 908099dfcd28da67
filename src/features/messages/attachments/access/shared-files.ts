import type { UserId } from '#contract'
import type { Tx } from '#platform/db'
import { type AttachmentRow, holdersPerPage, type PlacedHolder, placedHolders } from '../store.ts'

export type Placed = Pick<PlacedHolder, 'id' | 'conversation_id' | 'member_ids'>

/** The files linked in a message that `canRead` accepts. */
async function heldReadably(
  tx: Tx,
  attachmentIds: readonly number[],
  canRead: (message: Placed) => boolean,
): Promise<Set<number>> {
  const held = new Set<number>()
  // most files are in one message; if there are many, check the newest first
  const open = new Map(attachmentIds.map((id) => [id, Number.MAX_SAFE_INTEGER]))
  while (open.size > 0) {
    const rows = await placedHolders(tx, open)
    for (const id of [...open.keys()]) {
      const own = rows.filter(({ attachment_id }) => attachment_id === id)
      if (own.some(canRead)) held.add(id)
      if (held.has(id) || own.length < holdersPerPage) open.delete(id)
      else open.set(id, Math.min(...own.map((row) => row.id)))
    }
  }
  return held
}

/** True for the owner, and for everyone who can read a message that links to the file. */
export async function canFetchFile(
  tx: Tx,
  row: AttachmentRow,
  userId: UserId,
  canRead: (message: Placed) => boolean,
): Promise<boolean> {
  return row.owner_id === userId || (await heldReadably(tx, [row.id], canRead)).has(row.id)
}

export async function shareable(
  tx: Tx,
  rows: readonly AttachmentRow[],
  userId: UserId,
  canRead: (message: Placed) => boolean,
): Promise<number[]> {
  const others = rows.filter(({ owner_id }) => owner_id !== userId).map(({ id }) => id)
  const readable = others.length > 0 ? await heldReadably(tx, others, canRead) : new Set<number>()
  return rows.filter(({ id, owner_id }) => owner_id === userId || readable.has(id)).map(({ id }) => id)
}
