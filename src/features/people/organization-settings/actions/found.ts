import { roles } from '#contract'
import type { Tx } from '#platform/db'
import { type Language, lastResort } from '#platform/languages'
import type { Organization } from '#platform/organization'
import { placeToTake, type Runtime, subdomainTaken } from '#platform/runtime'
import { hook } from '#platform/serve'
import { makeSystemGroups } from '../../groups/actions/system-groups.ts'
import type { Account } from '../../users/account.ts'
import { createUser } from '../../users/actions/index.ts'
import { makeSystemBots } from '../../users/actions/system-bots.ts'
import { hashNewPassword } from '../../users/new-password.ts'
import { insertOrganization } from '../store.ts'

/** After an organization has its first owner, in the owner's transaction: creates the first channels. */
export const organizationFounded = hook<[owner: Account, channels: readonly string[]]>()

export interface Founding {
  name: string
  subdomain: string
  /** An existing hash is used as it is. */
  owner: { full_name: string; email: string; timezone?: string } & ({ password: string } | { password_hash: string })
  /** Default channels for new users. */
  channels?: readonly string[]
  /** The organization's language, and the default for new users. */
  language?: Language
  /** Default settings for new users, including the owner, if they differ from the API's. */
  userDefaults?: Readonly<Record<string, unknown>>
  /** Runs in the transaction that creates the organization, before it has users. */
  alongside?: (tx: Tx, orgId: number) => Promise<void>
}

/** Creates an organization with its system groups and bots, and its first owner. */
export async function foundOrganization(
  runtime: Runtime,
  { name, subdomain, owner, channels = ['general'], language = lastResort, userDefaults = {}, alongside }: Founding,
): Promise<{ org: Organization; owner: Account }> {
  const password_hash =
    'password' in owner
      ? await hashNewPassword(owner.password, { organization: name, fullName: owner.full_name, email: owner.email })
      : owner.password_hash
  const id = await runtime.db.transaction(async (tx) => {
    const now = runtime.now()
    const place = await placeToTake(tx, subdomain)
    if (place !== undefined) throw subdomainTaken(subdomain, place)
    const id = await insertOrganization(tx, {
      name,
      subdomain,
      created_at: now,
      settings: { default_language: language },
      user_settings_defaults: { ...userDefaults },
    })
    if (id === undefined) throw subdomainTaken(subdomain)
    await makeSystemGroups(tx, id)
    await makeSystemBots(tx, id, new URL(runtime.organizationUrl(subdomain)).hostname, now)
    await alongside?.(tx, id)
    return id
  })
  const org = await runtime.organization(id)
  return { org, owner: await addFounder(org, { ...owner, password_hash }, channels) }
}

export async function addFounder(
  org: Organization,
  owner: { full_name: string; email: string; password_hash: string; timezone?: string },
  channels: readonly string[],
): Promise<Account> {
  const account = await org.transact(null, (mutation) =>
    createUser(mutation, {
      email: owner.email,
      full_name: owner.full_name,
      role: roles.owner,
      password_hash: owner.password_hash,
      ...(owner.timezone === undefined ? {} : { timezone: owner.timezone }),
      can_change_user_emails: true,
    }),
  )
  await org.transact(account.id, (mutation) => organizationFounded(mutation, account, channels))
  return account
}
