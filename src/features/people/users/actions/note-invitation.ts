import type { UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import * as store from '../store.ts'

interface UsedInvitation {
  readonly id: number
  readonly inviter_id: UserId
  /** Null for a link. */
  readonly email: string | null
  readonly created_at: Date
}

/** Records how an account joined, because the invitation itself is deleted once it's used or expired. */
export const noteInvitation = (mutation: Mutation, userId: UserId, used: UsedInvitation): Promise<unknown> =>
  store.update(mutation.tx, userId, {
    inviter_id: used.inviter_id,
    invitation_id: used.id,
    invited_by_link: used.email === null,
    invitation_created_at: used.created_at,
  })
