import { holderOf, reduceState, type WireEvent } from '#contract'
import { getUsers, maxPerPage } from '../src/features/people/users/api.ts'
import { realmUsers } from '../src/features/people/users/states.ts'
import { type User, withoutDrawnPicture } from '../src/features/people/users/wire.ts'
import type { LoquatClient } from './index.ts'
import type { Session, SessionState } from './session.ts'

/*
 * Of large organizations a client with `user_list_in_pages` is told of some people at once. It fetches the others: page by
 * page, or those whom it meets before their page has come. People in the state follow events, like all of it; with the
 * last page it is what a client is told that wants everybody at once.
 */

interface People {
  readonly realm_users: User[]
  readonly realm_non_active_users: User[]
  readonly cross_realm_bots: User[]
  readonly realm_users_after?: number | null
}

/** Whether there are people whom the state does not tell of. */
export const isIncomplete = (told: SessionState['told']): boolean => typeof told.realm_users_after === 'number'

/** Fetches the next page, and says which keys of the state it changed: none when there was no page left. */
export async function fetchPage(
  session: Session,
  client: LoquatClient,
  limit = maxPerPage,
): Promise<ReadonlySet<string>> {
  const after = session.told.realm_users_after
  if (typeof after !== 'number') return new Set()
  return session.learn(
    () => client.call(getUsers, { after, limit, ...look }),
    (told, { members, found_last }, meanwhile) =>
      // somebody else has asked for the same page, and it is there already
      told.realm_users_after === after
        ? {
            ...withPeople(told, members as User[], meanwhile),
            realm_users_after: found_last ? null : (members.at(-1)?.user_id ?? null),
          }
        : told,
  )
}

/** Fetches some people. Whom the server does not tell of is not there, for this client. */
export const fetchPeople = (
  session: Session,
  client: LoquatClient,
  user_ids: readonly number[],
): Promise<ReadonlySet<string>> =>
  session.learn(
    () => client.call(getUsers, { user_ids: [...user_ids], ...look }),
    (told, { members }, meanwhile) => withPeople(told, members as User[], meanwhile),
  )

const look = {
  client_gravatar: false,
  include_custom_profile_fields: true,
  // the state has no addresses of pictures that follow from ids
  client_capabilities: { user_list_incomplete: true, user_list_in_pages: true },
}

/** The state with people as an answer has told of them, and as events have changed them since it was asked for. */
function withPeople(
  told: SessionState['told'],
  answered: readonly User[],
  meanwhile: readonly WireEvent[],
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
  for (const event of meanwhile) fetched = reduceState(realmUsers, fetched as never, event, holder) as People
  const inPage = new Set([...fetched.realm_users, ...fetched.realm_non_active_users].map(({ user_id }) => user_id))
  // whoever is known already has followed every event
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
