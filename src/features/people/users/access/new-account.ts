import type { UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Account } from '../account.ts'
import { peopleCache } from '../cache.ts'
import * as store from '../store.ts'

/** Also finds an account that was created in this transaction, which isn't cached yet. */
export async function accountById(mutation: Mutation, id: UserId): Promise<Account | undefined> {
  return mutation.get(peopleCache).byId.get(id) ?? (await store.list(mutation.tx, mutation.org.id, [id]))[0]
}
