import type { UserId } from '#contract'
import type { Act } from '#platform/organization'
import { organizationMirror } from '../../organization/mirror.ts'
import { checkTotal, mostOfOrganization } from '../../organization/totals.ts'
import { whoKnows } from '../access/sight.ts'
import type { Account } from '../account.ts'
import { newApiKey } from '../api-key.ts'
import { apiEmail } from '../email-address.ts'
import { peopleMirror } from '../mirror.ts'
import { announcedUser } from '../present.ts'
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
export async function addImportedAccounts(act: Act, people: readonly ImportedAccount[]): Promise<Account[]> {
  const { tx, org, now } = act
  checkTotal(mostOfOrganization, 'accounts', act.get(peopleMirror).byId.size, people.length)
  const { settings, userSettingsDefaults } = org.get(organizationMirror)
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
    announcePerson(act, userAdded, account, (seesEmail) => ({ person: announcedUser(org, account, seesEmail) }))
  return accounts
}

export async function setImportedAvatar(act: Act, account: Account, avatar_key: string): Promise<void> {
  const after = await store.update(act.tx, account.id, { avatar_key, avatar_source: 'U' })
  announcePerson(act, userAdded, after, (seesEmail) => ({ person: announcedUser(act.org, after, seesEmail) }))
}

interface Claim {
  readonly full_name: string
  readonly password_hash?: string | null
  readonly timezone?: string
  readonly role: number
}

/** The owner of its address joins with the account's data. An invitation may give a higher role. */
export async function claimAccount(act: Act, account: Account, claim: Claim, arrival: Arrival): Promise<Account> {
  const { tx, org } = act
  const { id } = account
  checkNameFree(act, claim.full_name, account)
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
    act.emit(userUpdated, { person: { user_id: id, ...change } }, whoKnows(org, account))
  act.emit(userUpdated, { person: { user_id: id, is_active: true } }, whoKnows(org, account))
  await userReactivated(act, after)
  await userCreated(act, after, arrival)
  return after
}
