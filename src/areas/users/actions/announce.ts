import type { EventKind, PayloadOf, UserId } from '#contract'
import type { Act } from '#platform/organization'
import { sightOf, strangersTo, whoKnows } from '../access/sight.ts'
import type { Account } from '../account.ts'
import { apiEmail, isAddressOpen, seesRealEmail } from '../email-address.ts'
import { peopleMirror } from '../mirror.ts'
import { avatarUrl, gravatarMark } from '../present.ts'
import { accountChanged, userUpdated } from '../states.ts'
import { showPlaceholder } from './guest-sight.ts'

/** Sends the real address only to those who can see it after the change. */
export function announcePerson<K extends EventKind>(
  act: Act,
  kind: K,
  account: Account,
  payload: (seesEmail: boolean) => PayloadOf<K>,
): void {
  const strangers = strangersTo(act.org, account)
  showPlaceholder(act, account.id, strangers)
  tellPerson(act, kind, account, payload, new Set(strangers))
}

/** Emits an event only to those who can see the user. */
export function tellPerson<K extends EventKind>(
  act: Act,
  kind: K,
  account: Account,
  payload: (seesEmail: boolean) => PayloadOf<K>,
  strangers: ReadonlySet<UserId> = new Set(strangersTo(act.org, account)),
): void {
  if (isAddressOpen(account)) {
    act.emit(kind, payload(true), whoKnows(act.org, account))
    return
  }
  const seeing: UserId[] = []
  const others: UserId[] = []
  for (const viewer of act.get(peopleMirror).all())
    if (viewer.isActive && !strangers.has(viewer.id)) (seesRealEmail(viewer, account) ? seeing : others).push(viewer.id)
  if (seeing.length > 0) act.emit(kind, payload(true), { users: seeing })
  if (others.length > 0) act.emit(kind, payload(false), { users: others })
}

/** Emits changed email addresses, as each recipient can see them. */
export function announceAddress(act: Act, before: Account, after: Account): void {
  const { org } = act
  const user_id = after.id
  const seeing: UserId[] = []
  const losing: UserId[] = []
  const strangers = new Set(strangersTo(org, after))
  for (const viewer of act.get(peopleMirror).all()) {
    if (!viewer.isActive || strangers.has(viewer.id)) continue
    const saw = seesRealEmail(viewer, before)
    const sees = seesRealEmail(viewer, after)
    if (sees && (!saw || before.deliveryEmail !== after.deliveryEmail)) seeing.push(viewer.id)
    if (saw && !sees) losing.push(viewer.id)
  }
  if (seeing.length > 0) act.emit(userUpdated, { person: addressOf(after, true) }, { users: seeing })
  if (losing.length > 0) act.emit(userUpdated, { person: addressOf(after, false) }, { users: losing })
  const new_email = apiEmail(org, after)
  if (new_email !== apiEmail(org, before))
    act.emit(userUpdated, { person: { user_id, new_email } }, whoKnows(org, after))
  else if (seeing.length + losing.length === 0) act.emit(accountChanged, { user_id })
}

/** Emits email addresses that became visible or hidden by a user's role change. */
export function announceSights(
  act: Act,
  before: Pick<Account, 'id' | 'role'>,
  after: Pick<Account, 'id' | 'role'>,
): void {
  const knows = sightOf(act.org, before)
  for (const account of act.get(peopleMirror).all()) {
    if (account.id === after.id || !knows(account.id)) continue
    const sees = seesRealEmail(after, account)
    if (sees === seesRealEmail(before, account)) continue
    act.emit(userUpdated, { person: addressOf(account, sees) }, [after.id])
  }
}

/** The real address if visible; Gravatar avatars depend on it, too. */
const addressOf = (account: Account, sees: boolean) => ({
  user_id: account.id,
  delivery_email: sees ? account.deliveryEmail : null,
  ...(account.avatarSource === 'G' ? { avatar_url: avatarUrl(account), ...gravatarMark(account, sees) } : {}),
})
