import { isGuest, roles, type UserId } from '#contract'
import { anyOf, type Tx } from '#platform/db'
import { type Change, cache, type LoggedEvent, type Mutation } from '#platform/organization'
import { limitedGuests, visibilityOf } from '../../people/users/access/index.ts'
import type { Account } from '../../people/users/account.ts'
import { showUsers } from '../../people/users/actions/guest-visibility.ts'
import { userUpdated } from '../../people/users/states.ts'
import { guestMet } from './known-messages-states.ts'

class GuestConversations {
  readonly #byUser = new Map<UserId, Map<string, ReadonlySet<UserId>>>()

  of(userId: UserId): Iterable<ReadonlySet<UserId>> {
    return this.#byUser.get(userId)?.values() ?? []
  }

  put(userIds: readonly UserId[]): void {
    const key = userIds.join()
    const people = new Set(userIds)
    for (const id of userIds) {
      const known = this.#byUser.get(id)
      if (known) known.set(key, people)
      else this.#byUser.set(id, new Map([[key, people]]))
    }
  }
}

async function read(tx: Tx, orgId: number, userIds?: UserId[]): Promise<UserId[][]> {
  const rows = await tx
    .selectFrom('conversation')
    .select('member_ids')
    .where('org_id', '=', orgId)
    .where('id', 'in', ({ selectFrom }) => {
      const ofGuests = selectFrom('account as a')
        .innerJoin('conversation_member as m', 'm.user_id', 'a.id')
        .select('m.conversation_id')
        .where('a.org_id', '=', orgId)
      return userIds ? ofGuests.where('a.id', '=', anyOf(userIds)) : ofGuests.where('a.role', '=', roles.guest)
    })
    .execute()
  return rows.flatMap(({ member_ids }) => (member_ids ? [member_ids] : []))
}

async function followRoles(
  known: GuestConversations,
  events: LoggedEvent<typeof userUpdated>[],
  tx: Tx,
  orgId: number,
): Promise<Change> {
  const ids = events.flatMap(({ payload: { person } }) => (person.role === roles.guest ? [person.user_id] : []))
  const conversations = ids.length > 0 ? await read(tx, orgId, ids) : []
  return () => {
    for (const people of conversations) known.put(people)
  }
}

export const guestConversationsCache = cache<GuestConversations>({
  name: 'guest conversations',
  async load(tx, orgId) {
    const known = new GuestConversations()
    for (const people of await read(tx, orgId)) known.put(people)
    return known
  },
})
  .on(userUpdated, followRoles)
  .on(guestMet, (known, events) => () => {
    for (const { payload } of events) known.put(payload.user_ids)
  })

/** Guests can see everyone they share a direct conversation with, from its first message on. */
export async function meetInConversation(mutation: Mutation, people: readonly Account[]): Promise<void> {
  if (!people.some(isGuest)) return
  const user_ids = people.map(({ id }) => id)
  mutation.emit(guestMet, { user_ids })
  const limited = new Set(limitedGuests(mutation.org).map(({ id }) => id))
  const shown = new Map<UserId, Set<UserId>>()
  for (const guest of people) {
    if (!limited.has(guest.id)) continue
    const knows = visibilityOf(mutation.org, guest)
    shown.set(guest.id, new Set(user_ids.filter((id) => !knows(id))))
  }
  await showUsers(mutation, shown)
}
