import type { UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { organizationCache } from '../../organization/cache.ts'
import { checkTotal, maxPerOrganization } from '../../organization/totals.ts'
import { usersWhoSee } from '../access/visibility.ts'
import type { Account } from '../account.ts'
import { newApiKey } from '../api-key.ts'
import { peopleCache } from '../cache.ts'
import { apiEmail } from '../email-address.ts'
import { announcedUser } from '../serialize.ts'
import { userAdded, userUpdated } from '../states.ts'
import * as store from '../store.ts'
import { announcePerson } from './announce.ts'
import { type Arrival, checkNameFree, userCreated } from './create.ts'
import { userReactivated } from './deactivate.ts'

interface ImportedAccount {
  readonly email: string
  readonly fullName: string
  readonly role: number
  readonly botType: number | null
  readonly botOwnerId: UserId | null
  readonly timezone: string
  readonly createdAt: Date
  /** Whether a user who joins with this address takes over the account. */
  readonly isClaimable: boolean
}

/** Creates imported accounts, which can't act yet, without welcome or notices. Returns them in order. */
export async function addImportedAccounts(mutation: Mutation, people: readonly ImportedAccount[]): Promise<Account[]> {
  const { tx, org, now } = mutation
  checkTotal(maxPerOrganization, 'accounts', mutation.get(peopleCache).byId.size, people.length)
  const { settings, userSettingsDefaults } = org.get(organizationCache)
  const rows = people.map((one) => ({
    org_id: org.id,
    email: one.email,
    full_name: one.fullName,
    role: one.role,
    bot_type: one.botType,
    bot_owner_id: one.botOwnerId,
    api_key: newApiKey(),
    timezone: one.timezone,
    avatar_source: settings.default_avatar_source,
    settings: one.botType === null ? { default_language: settings.default_language, ...userSettingsDefaults } : {},
    created_at: one.createdAt,
    deactivated_at: now,
    unclaimed: one.isClaimable,
  }))
  const byEmail = new Map((await store.insertAll(tx, rows)).map((account) => [account.deliveryEmail, account]))
  const accounts = people.map(({ email }) => byEmail.get(email) as Account)
  for (const account of accounts)
    announcePerson(mutation, userAdded, account, (seesEmail) => ({ person: announcedUser(org, account, seesEmail) }))
  return accounts
}

export async function setImportedAvatar(mutation: Mutation, account: Account, avatar_key: string): Promise<void> {
  const after = await store.update(mutation.tx, account.id, { avatar_key, avatar_source: 'U' })
  announcePerson(mutation, userAdded, after, (seesEmail) => ({ person: announcedUser(mutation.org, after, seesEmail) }))
}

interface Claim {
  readonly full_name: string
  readonly password_hash?: string | null
  readonly timezone?: string
  readonly role: number
}

/** The owner of its address joins with the account's data. An invitation may give a higher role. */
export async function claimAccount(
  mutation: Mutation,
  account: Account,
  claim: Claim,
  arrival: Arrival,
): Promise<Account> {
  const { tx, org } = mutation
  const { id } = account
  checkNameFree(mutation, claim.full_name, account)
  const after = await store.update(tx, id, {
    full_name: claim.full_name,
    password_hash: claim.password_hash ?? null,
    timezone: claim.timezone || account.timezone,
    role: Math.min(account.role, claim.role),
    deactivated_at: null,
    unclaimed: false,
  })
  const { full_name, timezone, role } = { ...claim, timezone: after.timezone, role: after.role }
  for (const change of [
    { full_name },
    { timezone, email: apiEmail(org, after) },
    { role },
    { is_imported_stub: false },
  ])
    mutation.emit(userUpdated, { person: { user_id: id, ...change } }, usersWhoSee(org, account))
  mutation.emit(userUpdated, { person: { user_id: id, is_active: true } }, usersWhoSee(org, account))
  await userReactivated(mutation, after)
  await userCreated(mutation, after, arrival)
  return after
}
