import { roles, type UserId } from '#contract'
import type { Act } from '#platform/organization'
import { hook } from '#platform/serve'
import { nobody } from '../account.ts'
import { seesRealEmail } from '../email-address.ts'
import { announcedUser, placeholder } from '../present.ts'
import { userAdded, userRemoved } from '../states.ts'
import * as store from '../store.ts'

/** Users, by limited guest. */
export type Meetings = ReadonlyMap<UserId, ReadonlySet<UserId>>

/** After users came into the sight of limited guests, in the same transaction: the guests of each user. */
export const usersShown = hook<[byUser: Meetings]>()

/** Above this many changes at once a guest's clients start anew instead of hearing of each. */
const mostAtOnce = 500

/** Tells limited guests of the people whom they meet now. */
export async function showUsers(act: Act, byGuest: Meetings): Promise<void> {
  const byUser = turned(act, byGuest)
  if (byUser.size === 0) return
  const { tx, org } = act
  for (const account of await store.list(tx, org.id, [...byUser.keys()])) {
    const guests = [...(byUser.get(account.id) ?? [])]
    const seesEmail = seesRealEmail({ id: nobody, role: roles.guest }, account)
    act.emit(userAdded, { person: announcedUser(org, account, seesEmail) }, { users: guests })
  }
  await usersShown(act, byUser)
}

/** Tells limited guests of the people whom they meet no more. */
export function hideUsers(act: Act, byGuest: Meetings): void {
  for (const [user_id, guests] of turned(act, byGuest)) {
    const users = [...guests]
    act.emit(userRemoved, { person: { user_id, full_name: placeholder(act.org, user_id).full_name } }, { users })
    showPlaceholder(act, user_id, users)
  }
}

/** For clients that cannot do without somebody whom their guest does not know. */
export function showPlaceholder(act: Act, userId: UserId, users: UserId[]): void {
  if (users.length === 0) return
  const clients = { capability: 'user_list_incomplete', declared: false }
  act.emit(userAdded, { person: placeholder(act.org, userId) }, { users, clients })
}

function turned(act: Act, byGuest: Meetings): Map<UserId, Set<UserId>> {
  const byUser = new Map<UserId, Set<UserId>>()
  for (const [guest, users] of byGuest) {
    if (users.size > mostAtOnce) startAnew(act, guest)
    else
      for (const user of users) {
        const guests = byUser.get(user)
        if (guests) guests.add(guest)
        else byUser.set(user, new Set([guest]))
      }
  }
  return byUser
}

/** Ends somebody's queues when the act is committed: clients then register again and see everything as it is. */
export function startAnew(act: Act, userId: UserId): void {
  const { org } = act
  act.onCommit(() => void org.queues.removeAll(userId).catch(() => {}))
}
