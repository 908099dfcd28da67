import { roles, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { hook } from '#platform/serve'
import { noUserId } from '../account.ts'
import { seesRealEmail } from '../email-address.ts'
import { announcedUser, placeholder } from '../serialize.ts'
import { userAdded, userRemoved } from '../states.ts'
import * as store from '../store.ts'

export type Meetings = ReadonlyMap<UserId, ReadonlySet<UserId>>

/** Called after users become visible to limited guests, in the same transaction, with the guests by user. */
export const usersShown = hook<[byUser: Meetings]>()

/** Above this many changes at once, a guest's clients register again instead. */
const maxAtOnce = 500

/** Emits users that limited guests can see now. */
export async function showUsers(mutation: Mutation, byGuest: Meetings): Promise<void> {
  const byUser = turned(mutation, byGuest)
  if (byUser.size === 0) return
  const { tx, org } = mutation
  for (const account of await store.list(tx, org.id, [...byUser.keys()])) {
    const guests = [...(byUser.get(account.id) ?? [])]
    const seesEmail = seesRealEmail({ id: noUserId, role: roles.guest }, account)
    mutation.emit(userAdded, { person: announcedUser(org, account, seesEmail) }, { users: guests })
  }
  await usersShown(mutation, byUser)
}

/** Emits users that limited guests can't see anymore. */
export function hideUsers(mutation: Mutation, byGuest: Meetings): void {
  for (const [user_id, guests] of turned(mutation, byGuest)) {
    const users = [...guests]
    mutation.emit(
      userRemoved,
      { person: { user_id, full_name: placeholder(mutation.org, user_id).full_name } },
      { users },
    )
    showPlaceholder(mutation, user_id, users)
  }
}

/** For clients that need every user, including invisible ones. */
export function showPlaceholder(mutation: Mutation, userId: UserId, users: UserId[]): void {
  if (users.length === 0) return
  const clients = { capability: 'user_list_incomplete', declared: false }
  mutation.emit(userAdded, { person: placeholder(mutation.org, userId) }, { users, clients })
}

function turned(mutation: Mutation, byGuest: Meetings): Map<UserId, Set<UserId>> {
  const byUser = new Map<UserId, Set<UserId>>()
  for (const [guest, users] of byGuest) {
    if (users.size > maxAtOnce) startOver(mutation, guest)
    else
      for (const user of users) {
        const guests = byUser.get(user)
        if (guests) guests.add(guest)
        else byUser.set(user, new Set([guest]))
      }
  }
  return byUser
}

/** Ends a user's event queues after the commit, so that clients register again. */
export function startOver(mutation: Mutation, userId: UserId): void {
  const { org } = mutation
  mutation.onCommit(() => void org.queues.removeAll(userId).catch(() => {}))
}
