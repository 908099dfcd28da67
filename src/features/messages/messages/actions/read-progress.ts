import type { Tx } from '#platform/db'
import type { UserSeen } from '../../mutes/users/actions.ts'
import { nextId, type UnreadPart } from '../store/unread-parts.ts'

/** Progress of marking up to a million messages as read over several mutations. */
export type ReadProgress = UserSeen

export const fromTheFirst: ReadProgress = { from: 1, before: null, isMore: true }

/** Progress after a batch: messages that arrive later are left unread, so that this ends. */
export async function readOn(tx: Tx, { before }: ReadProgress, { next }: UnreadPart): Promise<ReadProgress> {
  if (next === null) return { from: 0, before, isMore: false }
  return { from: next, before: before ?? (await nextId(tx)), isMore: true }
}
