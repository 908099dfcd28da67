import type { UserId } from '#contract'
import type { Act } from '#platform/organization'
import { hook } from '#platform/serve'
import { isOnlyOwner, whoKnows } from '../access/index.ts'
import type { Account } from '../account.ts'
import { alreadyActive, cannotDeactivateOnlyOwner, profileIsDeleted } from '../errors.ts'
import { peopleMirror } from '../mirror.ts'
import { userUpdated } from '../states.ts'
import * as store from '../store.ts'

export const userDeactivated = hook<[Account]>()
/** Called after an account is reactivated, in the same transaction; the cache still has it as deactivated. */
export const userReactivated = hook<[Account]>()

/** Includes the user's bots. The caller ends the returned accounts' event queues; clients update groups. */
export async function deactivateUser(act: Act, account: Account): Promise<UserId[]> {
  if (!account.isActive) return []
  if (isOnlyOwner(act.org, account)) throw cannotDeactivateOnlyOwner()
  const bots = act.get(peopleMirror).botsOf(account.id)
  const all = [account, ...bots.filter(({ isActive }) => isActive)]
  for (const one of all) {
    const after = await store.update(act.tx, one.id, { deactivated_at: act.now })
    act.emit(userUpdated, { person: { user_id: one.id, is_active: false } }, whoKnows(act.org, one))
    await userDeactivated(act, after)
  }
  return all.map(({ id }) => id)
}

/** Reactivates an account; a bot whose owner is deactivated gets the caller as its owner. */
export async function reactivateUser(act: Act, account: Account, newOwnerId?: UserId): Promise<void> {
  if (account.isActive) throw alreadyActive()
  if (account.isDeleted) throw profileIsDeleted()
  const user_id = account.id
  const owner = account.botOwnerId === null ? undefined : act.get(peopleMirror).byId.get(account.botOwnerId)
  const adopted = account.botType !== null && !owner?.isActive && newOwnerId !== undefined
  const after = await store.update(act.tx, user_id, {
    deactivated_at: null,
    unclaimed: false,
    ...(adopted ? { bot_owner_id: newOwnerId } : {}),
  })
  act.emit(userUpdated, { person: { user_id, is_active: true } }, whoKnows(act.org, account))
  if (account.isUnclaimed)
    act.emit(userUpdated, { person: { user_id, is_imported_stub: false } }, whoKnows(act.org, account))
  if (adopted) act.emit(userUpdated, { person: { user_id, bot_owner_id: newOwnerId } }, whoKnows(act.org, account))
  await userReactivated(act, after)
}
