import { badRequest, botTypes, roles } from '#contract'
import type { Tx } from '#platform/db'
import type { Organization } from '#platform/organization'
import type { Runtime } from '#platform/runtime'
import { hook } from '#platform/serve'
import { systemGroupNames } from '../organization/settings.ts'
import { createUser } from '../users/actions/index.ts'
import { hashPassword, newApiKey } from '../users/api-key.ts'
import { type Account, systemBots } from '../users/mirror.ts'

/** After an organization has its first owner, in the owner's own transaction: first channels. */
export const organizationFounded = hook<[owner: Account, channels: readonly string[]]>()

interface Founding {
  name: string
  subdomain: string
  /** A hash that is there already spares making one. */
  owner: { full_name: string; email: string } & ({ password: string } | { password_hash: string })
  /** Names of the channels that everybody who comes is in. */
  channels?: readonly string[]
}

/** Makes an organization with the groups and bots that every one has, and its first owner. */
export async function foundOrganization(
  runtime: Runtime,
  { name, subdomain, owner, channels = ['general'] }: Founding,
): Promise<{ org: Organization; owner: Account }> {
  const password_hash = 'password' in owner ? await hashPassword(owner.password) : owner.password_hash
  const id = await runtime.db.transaction(async (tx) => {
    const id = await insertOrganization(
      tx,
      name,
      subdomain,
      runtime.now(),
      new URL(runtime.organizationUrl(subdomain)).hostname,
    )
    if (id === undefined)
      throw badRequest(
        subdomain
          ? `The subdomain '${subdomain}' is taken`
          : 'There is an organization at the root already: choose a place below it, like --subdomain team',
      )
    return id
  })
  const org = await runtime.organization(id)
  const account = await org.write(null, (act) =>
    createUser(act, {
      email: owner.email,
      full_name: owner.full_name,
      role: roles.owner,
      password_hash,
      can_change_user_emails: true,
    }),
  )
  await org.write(account.id, (act) => organizationFounded(act, account, channels))
  return { org, owner: account }
}

/** Each role's group contains the group of the next higher role. */
const chain = systemGroupNames.filter((name) => name !== 'role:nobody')

/** The new organization's id; undefined when the subdomain is taken, by somebody at the same moment as well. */
async function insertOrganization(
  tx: Tx,
  name: string,
  subdomain: string,
  now: Date,
  host: string,
): Promise<number | undefined> {
  const inserted = await tx
    .insertInto('organization')
    .values({ name, subdomain, created_at: now })
    .onConflict((conflict) => conflict.column('subdomain').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return undefined
  const org_id = inserted.id
  const groups = await tx
    .insertInto('user_group')
    .values(systemGroupNames.map((group) => ({ org_id, name: group, is_system: true })))
    .returning(['id', 'name'])
    .execute()
  const idOf = new Map(groups.map((group) => [group.name, group.id]))
  await tx
    .insertInto('user_group_subgroup')
    .values(
      chain.slice(1).map((higher, index) => ({
        org_id,
        group_id: idOf.get(chain[index] as string) as number,
        subgroup_id: idOf.get(higher) as number,
      })),
    )
    .execute()
  await tx
    .insertInto('account')
    .values(
      Object.entries(systemBots).map(([bot, full_name]) => ({
        org_id,
        email: `${bot}@${host}`,
        full_name,
        role: roles.member,
        bot_type: botTypes.generic,
        is_system_bot: true,
        api_key: newApiKey(),
        created_at: now,
      })),
    )
    .execute()
  return org_id
}
