import type { UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Organization } from '#platform/organization'

type NewestMessage = (tx: Tx, org: Organization, userId: UserId) => Promise<number> | number

let find: NewestMessage = () => -1

/** Called once, by the area that knows: how to find the newest message that an account has received. */
export function provideNewestMessage(provider: NewestMessage): void {
  find = provider
}

/** The id of the newest message that an account has received; -1 when there is none. */
export const newestMessage: NewestMessage = (tx, org, userId) => find(tx, org, userId)
