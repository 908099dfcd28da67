import type { UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { hook } from '#platform/serve'
import { isOnlyOwner, usersWhoSee } from '../access/index.ts'
import type { Account } from '../account.ts'
import { peopleCache } from '../cache.ts'
import { alreadyActive, cannotDeactivateOnlyOwner, profileIsDeleted } from '../errors.ts'
import { userUpdated } from '../states.ts'
import * as store from '../store.ts'
import { botOwnerChanged } from './bots.ts'
import { replaceApiKey } from './update.ts'

export const userDeactivated = hook<[Account]>()
/** Called after an account is reactivated, in the same transaction; the cache still has it as deactivated. */
export const userReactivated = hook<[Account]>()

/** Includes the user's bots. The caller ends the returned accounts' event queues; clients update groups. */
export async function deactivateUser(mutation: Mutation, account: Account): Promise<UserId[]> {
  if (!account.isActive) return []
  if (isOnlyOwner(mutation.org, account)) throw cannotDeactivateOnlyOwner()
  const bots = mutation.get(peopleCache).botsOf(account.id)
  const all = [account, ...bots.filter(({ isActive }) => isActive)]
  for (const one of all) {
    const after = await store.update(mutation.tx, one.id, { deactivated_at: mutation.now })
    mutation.emit(userUpdated, { person: { user_id: one.id, is_active: false } }, usersWhoSee(mutation.org, one))
    await userDeactivated(mutation, after)
  }
  return all.map(({ id }) => id)
}

/** Reactivates an account; a bot whose owner is deactivated gets the caller as its owner. */
export async function reactivateUser(mutation: Mutation, account: Account, newOwnerId?: UserId): Promise<void> {
  if (account.isActive) throw alreadyActive()
  if (account.isDeleted) throw profileIsDeleted()
  const user_id = account.id
  const owner = account.botOwnerId === null ? undefined : mutation.get(peopleCache).byId.get(account.botOwnerId)
  const adopted = account.botType !== null && !owner?.isActive && newOwnerId !== undefined
  const after = await store.update(mutation.tx, user_id, {
    deactivated_at: null,
    unclaimed: false,
    ...(adopted ? { bot_owner_id: newOwnerId } : {}),
  })
  mutation.emit(userUpdated, { person: { user_id, is_active: true } }, usersWhoSee(mutation.org, account))
  if (account.isUnclaimed)
    mutation.emit(userUpdated, { person: { user_id, is_imported_stub: false } }, usersWhoSee(mutation.org, account))
  if (adopted) {
    mutation.emit(userUpdated, { person: { user_id, bot_owner_id: newOwnerId } }, usersWhoSee(mutation.org, account))
    // the previous owner knows the key
    await botOwnerChanged(mutation, await replaceApiKey(mutation, after))
  }
  await userReactivated(mutation, after)
}
