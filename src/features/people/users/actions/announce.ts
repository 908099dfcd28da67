import type { EventKind, PayloadOf, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { strangersTo, usersWhoSee, visibilityOf } from '../access/visibility.ts'
import type { Account } from '../account.ts'
import { peopleCache } from '../cache.ts'
import { apiEmail, isAddressOpen, seesRealEmail } from '../email-address.ts'
import { avatarUrl, gravatarMark } from '../serialize.ts'
import { accountChanged, userUpdated } from '../states.ts'
import { showPlaceholder } from './guest-visibility.ts'

/** Sends the real address only to those who can see it after the change. */
export function announcePerson<K extends EventKind>(
  mutation: Mutation,
  kind: K,
  account: Account,
  payload: (seesEmail: boolean) => PayloadOf<K>,
): void {
  const strangers = strangersTo(mutation.org, account)
  showPlaceholder(mutation, account.id, strangers)
  notifyUser(mutation, kind, account, payload, new Set(strangers))
}

/** Emits an event only to those who can see the user. */
export function notifyUser<K extends EventKind>(
  mutation: Mutation,
  kind: K,
  account: Account,
  payload: (seesEmail: boolean) => PayloadOf<K>,
  strangers: ReadonlySet<UserId> = new Set(strangersTo(mutation.org, account)),
): void {
  if (isAddressOpen(account)) {
    mutation.emit(kind, payload(true), usersWhoSee(mutation.org, account))
    return
  }
  const seeing: UserId[] = []
  const others: UserId[] = []
  for (const viewer of mutation.get(peopleCache).all())
    if (viewer.isActive && !strangers.has(viewer.id)) (seesRealEmail(viewer, account) ? seeing : others).push(viewer.id)
  if (seeing.length > 0) mutation.emit(kind, payload(true), { users: seeing })
  if (others.length > 0) mutation.emit(kind, payload(false), { users: others })
}

/** Emits changed email addresses, as each recipient can see them. */
export function announceAddress(mutation: Mutation, before: Account, after: Account): void {
  const { org } = mutation
  const user_id = after.id
  const seeing: UserId[] = []
  const losing: UserId[] = []
  const strangers = new Set(strangersTo(org, after))
  for (const viewer of mutation.get(peopleCache).all()) {
    if (!viewer.isActive || strangers.has(viewer.id)) continue
    const saw = seesRealEmail(viewer, before)
    const sees = seesRealEmail(viewer, after)
    if (sees && (!saw || before.deliveryEmail !== after.deliveryEmail)) seeing.push(viewer.id)
    if (saw && !sees) losing.push(viewer.id)
  }
  if (seeing.length > 0) mutation.emit(userUpdated, { person: addressOf(after, true) }, { users: seeing })
  if (losing.length > 0) mutation.emit(userUpdated, { person: addressOf(after, false) }, { users: losing })
  const new_email = apiEmail(org, after)
  if (new_email !== apiEmail(org, before))
    mutation.emit(userUpdated, { person: { user_id, new_email } }, usersWhoSee(org, after))
  else if (seeing.length + losing.length === 0) mutation.emit(accountChanged, { user_id })
}

/** Emits email addresses that became visible or hidden by a user's role change. */
export function announceVisibleUsers(
  mutation: Mutation,
  before: Pick<Account, 'id' | 'role'>,
  after: Pick<Account, 'id' | 'role'>,
): void {
  const knows = visibilityOf(mutation.org, before)
  for (const account of mutation.get(peopleCache).all()) {
    if (account.id === after.id || !knows(account.id)) continue
    const sees = seesRealEmail(after, account)
    if (sees === seesRealEmail(before, account)) continue
    mutation.emit(userUpdated, { person: addressOf(account, sees) }, [after.id])
  }
}

/** The real address if visible; Gravatar avatars depend on it, too. */
const addressOf = (account: Account, sees: boolean) => ({
  user_id: account.id,
  delivery_email: sees ? account.deliveryEmail : null,
  ...(account.avatarSource === 'G' ? { avatar_url: avatarUrl(account), ...gravatarMark(account, sees) } : {}),
})
