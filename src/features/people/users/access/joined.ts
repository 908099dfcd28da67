import type { UserId } from '#contract'
import type { Tx } from '#platform/db'
import * as store from '../store.ts'

export type Joining = Awaited<ReturnType<typeof store.joining>>

/** How an account joined. */
export const joiningOf = (tx: Tx, userId: UserId): Promise<Joining> => store.joining(tx, userId)

interface Page {
  /** Only accounts with a lower ID. */
  readonly before?: number | undefined
  readonly limit: number
}

/** Other accounts that joined with the same invite link, newest first. */
export const joinedWith = async (tx: Tx, orgId: number, userId: UserId, how: Joining, page: Page) =>
  how.invited_by_link && how.invitation_id !== null
    ? store.joinedBy(tx, orgId, how.invitation_id, { ...page, except: userId })
    : []
