import { holderOf, reduceState, type WireEvent } from '#contract'
import { getUsers, maxPerPage } from '../src/features/people/users/api.ts'
import { realmUsers } from '../src/features/people/users/states.ts'
import { type User, withoutDrawnPicture } from '../src/features/people/users/wire.ts'
import type { LoquatClient } from './index.ts'
import type { Session, SessionState } from './session.ts'

/*
 * In large organizations, a client with `user_list_in_pages` registers with only some people. It fetches the others
 * page by page, or when it needs them; with the last page, its state equals that of a client that requested everyone.
 */

interface People {
  readonly realm_users: User[]
  readonly realm_non_active_users: User[]
  readonly cross_realm_bots: User[]
  readonly realm_users_after?: number | null
}

/** Whether some people aren't in the state yet. */
export const isIncomplete = (told: SessionState['told']): boolean => typeof told.realm_users_after === 'number'

/** Fetches the next page. Returns the keys of the state that it changed: none when there was no page left. */
export async function fetchPage(
  session: Session,
  client: LoquatClient,
  limit = maxPerPage,
): Promise<ReadonlySet<string>> {
  const after = session.told.realm_users_after
  if (typeof after !== 'number') return new Set()
  return session.learn(
    () => client.call(getUsers, { after, limit, ...look }),
    (told, { members, found_last }, interim) =>
      // another caller has fetched the same page already
      told.realm_users_after === after
        ? {
            ...withPeople(told, members as User[], interim),
            realm_users_after: found_last ? null : (members.at(-1)?.user_id ?? null),
          }
        : told,
  )
}

/** Fetches some people. Those missing from the response don't exist for this client. */
export const fetchPeople = (
  session: Session,
  client: LoquatClient,
  user_ids: readonly number[],
): Promise<ReadonlySet<string>> =>
  session.learn(
    () => client.call(getUsers, { user_ids: [...user_ids], ...look }),
    (told, { members }, interim) => withPeople(told, members as User[], interim),
  )

const look = {
  client_gravatar: false,
  include_custom_profile_fields: true,
  // the state has no avatar URLs that follow from IDs
  client_capabilities: { user_list_incomplete: true, user_list_in_pages: true },
}

/** The state with fetched people, updated by events since the request. */
function withPeople(
  told: SessionState['told'],
  answered: readonly User[],
  interim: readonly WireEvent[],
): SessionState['told'] {
  const before = told as unknown as People
  const members = answered.map(withoutDrawnPicture)
  let fetched: People = {
    realm_users: members.filter(({ is_active }) => is_active),
    realm_non_active_users: members.filter(({ is_active }) => !is_active),
    cross_realm_bots: [],
    realm_users_after: 0,
  }
  const holder = holderOf(told.user_id as number, told)
  for (const event of interim) fetched = reduceState(realmUsers, fetched as never, event, holder) as People
  const inPage = new Set([...fetched.realm_users, ...fetched.realm_non_active_users].map(({ user_id }) => user_id))
  // people who are in the state already have followed every event
  for (const { user_id } of before.realm_users) inPage.delete(user_id)
  for (const { user_id } of before.realm_non_active_users) inPage.delete(user_id)
  const joined = (own: User[], others: readonly User[]): User[] => {
    const fresh = others.filter(({ user_id }) => inPage.has(user_id))
    return fresh.length === 0 ? own : [...own, ...fresh].sort((a, b) => a.user_id - b.user_id)
  }
  return {
    ...told,
    realm_users: joined(before.realm_users, fetched.realm_users),
    realm_non_active_users: joined(before.realm_non_active_users, fetched.realm_non_active_users),
  }
}
