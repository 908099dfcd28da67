import type { Tx } from '#platform/db'
import type { UserSeen } from '../../muted-users/actions.ts'
import { nextId, type UnreadPart } from '../store/unread-parts.ts'

/** Of marking read what may be a million messages, in one act after the other. */
export type ReadProgress = UserSeen

export const fromTheFirst: ReadProgress = { from: 1, before: null, isMore: true }

/** After a part: what comes only now is left unread, so that there is an end. */
export async function readOn(tx: Tx, { before }: ReadProgress, { next }: UnreadPart): Promise<ReadProgress> {
  if (next === null) return { from: 0, before, isMore: false }
  return { from: next, before: before ?? (await nextId(tx)), isMore: true }
}
