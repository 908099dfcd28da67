import type { UserId } from '#contract'
import { roles } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Account } from '../../../people/users/account.ts'
import { claimAccount } from '../../../people/users/actions/imported.ts'
import { createUser, deactivateUser, reactivateUser } from '../../../people/users/actions/index.ts'
import {
  changeEmail,
  changeName,
  changeRole,
  changeTimezone,
  profileDataGiven,
} from '../../../people/users/actions/update.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { directoryCache } from '../cache.ts'
import { type Caller, checkVersion, keepChange } from '../caller.ts'
import { personResourceId } from '../ids.ts'
import type { Json } from '../json.ts'
import { personResource } from '../person.ts'
import { profileChanges } from '../person-profile.ts'
import { noSuchResource, taken } from '../scim-error.ts'
import { scimPersonChanged } from '../states.ts'
import * as store from '../store.ts'
import { type WantedPerson, wantedLanguage, wantedPerson } from '../wanted-person.ts'

/** `gone`: deactivated accounts, whose event queues end after the commit. */
export interface PersonChange {
  readonly id: UserId
  readonly gone: readonly UserId[]
}

/** Throws if the account doesn't exist for directories, or was deleted by one. */
export function knownPerson(mutation: Pick<Mutation, 'get'>, id: UserId | undefined, text: string): Account {
  const account = id === undefined ? undefined : mutation.get(peopleCache).byId.get(id)
  if (!account || !mutation.get(directoryCache).knows(account)) throw noSuchResource(text)
  return account
}

/** Creates an account, or takes over an unused one: deleted by a directory, or made by an import. */
export async function createPerson(mutation: Mutation, caller: Caller, given: Json): Promise<PersonChange> {
  const wanted = wantedPerson({}, given, undefined)
  const account = vacantAccount(mutation, wanted)
  const kept = account && mutation.get(directoryCache).people.get(account.id)
  checkFree(mutation, wanted, account?.id)
  let gone: readonly UserId[] = []
  let id: UserId
  if (account) {
    const before = personResource(mutation.org, account, kept)
    id = account.id
    if (account.isUnclaimed && wanted.isActive)
      await claimAccount(
        mutation,
        account,
        { full_name: wanted.fullName, role: wanted.role ?? account.role, timezone: wanted.timezone ?? '' },
        {},
      )
    const now = account.isUnclaimed && wanted.isActive ? { ...account, isActive: true, isUnclaimed: false } : account
    gone = await become(mutation, caller, now, wanted, { before, after: given })
  } else {
    const made = await createUser(mutation, {
      email: wanted.email,
      full_name: wanted.fullName,
      role: wanted.role ?? roles.member,
      timezone: wanted.timezone ?? '',
      language: wantedLanguage(given),
    })
    id = made.id
    gone = await become(mutation, caller, made, wanted, { before: {}, after: given })
  }
  await keepChange(mutation, caller, 'POST /scim/v2/Users', { id: personResourceId(id), ...audited(wanted) })
  return { id, gone }
}

/** Applies `change` to a user's resource, completely or not at all. */
export async function changePerson(
  mutation: Mutation,
  caller: Caller,
  account: Account,
  change: (before: Json) => Json,
): Promise<PersonChange> {
  const before = personResource(mutation.org, account, mutation.get(directoryCache).people.get(account.id))
  checkVersion(caller, (before.meta as { version: string }).version)
  const after = change(structuredClone(before))
  const wanted = wantedPerson(before, after, account)
  checkFree(mutation, wanted, account.id)
  const gone = await become(mutation, caller, account, wanted, { before, after })
  await keepChange(mutation, caller, 'PATCH /scim/v2/Users/{id}', {
    id: personResourceId(account.id),
    ...audited(wanted),
  })
  return { id: account.id, gone }
}

/** Deactivates the account and hides it from directories until they create it again. */
export async function removePerson(mutation: Mutation, caller: Caller, account: Account): Promise<PersonChange> {
  const { tx, org, now } = mutation
  const kept = mutation.get(directoryCache).people.get(account.id)
  checkVersion(caller, (personResource(org, account, kept).meta as { version: string }).version)
  const gone = await deactivateUser(mutation, account)
  await store.putPerson(tx, {
    ...{ user_id: account.id, org_id: org.id, external_id: null, user_name: null },
    ...{ attributes: kept?.attributes ?? {}, modified_at: now, deleted_at: now },
  })
  mutation.emit(scimPersonChanged, { user_id: account.id })
  await keepChange(mutation, caller, 'DELETE /scim/v2/Users/{id}', { id: personResourceId(account.id) })
  return { id: account.id, gone }
}

/** The fields in the audit log: only those that administrators can see anyway. */
const audited = ({ userName, email, fullName, role, isActive }: WantedPerson) => ({
  userName,
  email,
  full_name: fullName,
  active: isActive,
  ...(role === undefined ? {} : { role }),
})

/** An account with this name or address that is unclaimed, or that directories can't see. */
function vacantAccount(mutation: Mutation, { userName, email }: WantedPerson): Account | undefined {
  const people = mutation.get(peopleCache)
  const account = people.withDeliveryEmail(email) ?? people.withDeliveryEmail(userName)
  if (!account || account.botType !== null || account.isSystemBot || account.isDeleted) return undefined
  return account.isUnclaimed || !mutation.get(directoryCache).knows(account) ? account : undefined
}

/** User names, external IDs, and email addresses are unique. */
function checkFree(mutation: Mutation, { userName, externalId }: WantedPerson, own: UserId | undefined): void {
  const directory = mutation.get(directoryCache)
  const people = mutation.get(peopleCache)
  const named = directory.personWithUserName(userName)
  if (named !== undefined && named !== own) throw taken('userName is taken')
  const addressed = people.withDeliveryEmail(userName)
  const isKnownSo = addressed && directory.people.get(addressed.id)?.userName == null
  if (addressed && isKnownSo && addressed.id !== own) throw taken('userName is taken')
  if (externalId === null) return
  const known = directory.personWithExternalId(externalId)
  if (known !== undefined && known !== own) throw taken('externalId is taken')
}

/** Updates an account from the wanted state; returns accounts deactivated by that. */
async function become(
  mutation: Mutation,
  caller: Caller,
  account: Account,
  wanted: WantedPerson,
  states: { readonly before: Json; readonly after: Json },
): Promise<readonly UserId[]> {
  const { isActive, role, timezone } = wanted
  if (isActive && !account.isActive) await reactivateUser(mutation, account)
  let now: Account = { ...account, isActive: account.isActive || isActive }
  const next = (after: Account): Account => ({ ...after, isActive: now.isActive, profile: account.profile })
  now = next(await changeName(mutation, now, wanted.fullName))
  now = next(await changeEmail(mutation, now, wanted.email))
  if (timezone !== undefined) now = next(await changeTimezone(mutation, now, timezone))
  if (role !== undefined) now = next(await changeRole(mutation, now, role))
  const { profileFields } = mutation.get(directoryCache)
  const profile = profileChanges(mutation.org, profileFields, states, account, caller.notes)
  if (profile.length > 0) await profileDataGiven(mutation, account, profile)
  await keepPerson(mutation, account.id, wanted)
  return isActive || !now.isActive ? [] : deactivateUser(mutation, now)
}

async function keepPerson(mutation: Mutation, userId: UserId, wanted: WantedPerson): Promise<void> {
  const { userName, externalId, attributes } = wanted
  const before = mutation.get(directoryCache).people.get(userId)
  const isSame =
    before &&
    !before.isDeleted &&
    before.userName === userName &&
    before.externalId === externalId &&
    JSON.stringify(before.attributes) === JSON.stringify(attributes)
  if (isSame && !mutation.hasWritten) return
  await store.putPerson(mutation.tx, {
    ...{ user_id: userId, org_id: mutation.org.id, external_id: externalId, user_name: userName },
    ...{ attributes, modified_at: mutation.now, deleted_at: null },
  })
  mutation.emit(scimPersonChanged, { user_id: userId })
}
