import { dayMs, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Account } from '../../../people/users/account.ts'
import { networkHashOf } from '../../../people/users/network-hash.ts'
import * as store from './store.ts'

const keptMs = 90 * dayMs

/** When a browser session starts: remembers the network of a new account's first one. */
export async function noteNetwork({ tx, org, now }: Mutation, userId: UserId, address: string): Promise<void> {
  const networkHash = networkHashOf(org, 'first sign-ins', address)
  if (networkHash === null) return
  await store.note(tx, { userId, networkHash, at: now, keptUntil: new Date(now.getTime() + keptMs) })
}

/** When a person's profile is deleted. */
export async function forgetNetwork({ tx }: Mutation, { id }: Account): Promise<void> {
  await store.removeOf(tx, id)
}
