import type { UserId } from '#contract'
import { homeName } from '#platform/config'
import { inAnotherPlace } from '#platform/db'
import type { Organization } from '#platform/organization'
import type { Runtime, RuntimeRegistry } from '#platform/runtime'
import * as lifecycle from '../../features/people/organization/actions.ts'
import { organizationCache } from '../../features/people/organization/cache.ts'
import { closeOrganization } from '../../features/people/organization-settings/actions/close.ts'
import { type Founding, foundOrganization } from '../../features/people/organization-settings/actions/found.ts'
import { updateOrganization } from '../../features/people/organization-settings/actions/settings.ts'
import { apiEmail } from '../../features/people/users/email-address.ts'
import { FailedError } from '../errors.ts'

interface OrganizationToMake extends Pick<Founding, 'name' | 'subdomain' | 'userDefaults'> {
  owner: { full_name: string; email: string; password: string }
}

export interface NewOrganization {
  /** If there are several. */
  database?: string
  realm_url: string
  owner: { user_id: UserId; email: string; api_key: string }
}

export async function createOrganization(
  { registry }: Runtime,
  { database = homeName, ...input }: OrganizationToMake & { database?: string | undefined },
): Promise<NewOrganization> {
  const runtime = databaseNamed(registry, database)
  const { org, owner } = await registry.placing(input.subdomain, runtime, () => foundOrganization(runtime, input))
  const { subdomain } = org.get(organizationCache)
  return {
    ...(registry.all.length > 1 ? { database } : {}),
    realm_url: runtime.organizationUrl(subdomain),
    owner: { user_id: owner.id, email: apiEmail(org, owner), api_key: owner.apiKey },
  }
}

export function databaseNamed(directory: RuntimeRegistry, name: string = homeName): Runtime {
  const found = directory.named(name)
  if (!found) throw new FailedError(`unknown database '${name}'; choose one of ${directory.names.join(', ')}`)
  return found
}

/** Matches organizations that are being imported. */
const notWhole = '~%'

/** The organization with that subdomain; by default the only organization or the one at the root. */
export async function organizationNamed(runtime: Runtime, subdomain: string | undefined): Promise<Organization> {
  const { id, place } = await placeOfOrganization(runtime, subdomain)
  return place.organization(id)
}

/** The same without loading it. */
export async function placeOfOrganization(
  runtime: Runtime,
  subdomain: string | undefined,
): Promise<{ id: number; subdomain: string; place: Runtime }> {
  const rows = await inAll(runtime, async (place) => {
    const found = await place.db.read((tx) =>
      tx
        .selectFrom('organization')
        .select(['id', 'subdomain'])
        .where('subdomain', 'not like', notWhole)
        .where('id', 'not in', inAnotherPlace(tx))
        .execute(),
    )
    return found.map((row) => ({ ...row, place }))
  })
  const found =
    subdomain === undefined && rows.length === 1
      ? rows[0]
      : rows.find((row) => row.subdomain === (subdomain ?? '').toLowerCase())
  if (found) return found
  if (subdomain) throw new FailedError(`there is no organization with the subdomain '${subdomain}'`)
  const choice = rows.map((row) => row.subdomain || "''").join(', ')
  throw new FailedError(
    rows.length === 0
      ? 'there are no organizations yet'
      : `there are several organizations; specify --org with one of ${choice}`,
  )
}

const inAll = async <T>({ registry }: Runtime, work: (place: Runtime) => Promise<T[]>): Promise<T[]> =>
  (await Promise.all(registry.all.map(work))).flat()

/** An organization in the command line's output. */
export interface ShownOrganization {
  subdomain: string
  name: string
  url: string
  created_at: string
  deactivated_at: string | null
  /** Active human accounts. */
  people: number
  messages: number
  /** Total size of uploads, in bytes. */
  upload_bytes: number
  /** Its database, if there are several. */
  database?: string
}

export async function listOrganizations(runtime: Runtime): Promise<ShownOrganization[]> {
  const { registry } = runtime
  if (registry.all.length === 1) return listPlace(runtime)
  const all = await inAll(runtime, async (place) =>
    (await listPlace(place)).map((one) => ({ ...one, database: registry.nameOf(place) })),
  )
  return all.sort((a, b) => (a.subdomain < b.subdomain ? -1 : 1))
}

async function listPlace(runtime: Runtime): Promise<ShownOrganization[]> {
  const rows = await runtime.db.read((tx) =>
    tx
      .selectFrom('organization as o')
      .select(['o.subdomain', 'o.name', 'o.created_at', 'o.deactivated_at'])
      .select(({ selectFrom, fn }) => [
        selectFrom('account')
          .select(fn.countAll().as('people'))
          .whereRef('org_id', '=', 'o.id')
          .where('bot_type', 'is', null)
          .where('deactivated_at', 'is', null)
          .as('people'),
        selectFrom('message').select(fn.countAll().as('messages')).whereRef('org_id', '=', 'o.id').as('messages'),
        selectFrom('attachment')
          .select((one) => one.fn.sum('size').as('bytes'))
          .whereRef('org_id', '=', 'o.id')
          .as('upload_bytes'),
      ])
      .where('o.subdomain', 'not like', notWhole)
      .where('o.id', 'not in', inAnotherPlace(tx))
      .orderBy('o.subdomain')
      .execute(),
  )
  return rows.map(({ created_at, deactivated_at, people, messages, upload_bytes, ...row }) => ({
    ...row,
    url: runtime.organizationUrl(row.subdomain),
    created_at: created_at.toISOString(),
    deactivated_at: deactivated_at?.toISOString() ?? null,
    people: Number(people),
    messages: Number(messages),
    upload_bytes: Number(upload_bytes),
  }))
}

/** The result of a change: the organization's name, and whether anything changed. */
export interface ChangedOrganization {
  subdomain: string
  name: string
  changed: boolean
}

const changed = (org: Organization, changed: boolean): ChangedOrganization => {
  const { subdomain, name } = org.get(organizationCache)
  return { subdomain, name, changed }
}

export async function renameOrganization(
  runtime: Runtime,
  input: { org?: string | undefined; name: string },
): Promise<ChangedOrganization> {
  const org = await organizationNamed(runtime, input.org)
  const { name } = org.get(organizationCache)
  await org.transact(null, (mutation) => updateOrganization(mutation, { name: input.name }, ''))
  return changed(org, name !== input.name)
}

/** Deactivates it: clients are disconnected, and no one can sign in. No data is deleted. */
export async function deactivateOrganization(
  runtime: Runtime,
  input: { org?: string | undefined },
): Promise<ChangedOrganization> {
  const org = await organizationNamed(runtime, input.org)
  return changed(org, await closeOrganization(org, null))
}

export async function reactivateOrganization(
  runtime: Runtime,
  input: { org?: string | undefined },
): Promise<ChangedOrganization> {
  const org = await organizationNamed(runtime, input.org)
  return changed(org, await org.transact(null, (mutation) => lifecycle.reactivateOrganization(mutation)))
}
