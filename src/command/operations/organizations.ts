import type { Organization } from '#platform/organization'
import type { Runtime } from '#platform/runtime'
import { foundOrganization } from '../../areas/founding/index.ts'
import { organizationMirror } from '../../areas/organization/mirror.ts'
import { apiEmail } from '../../areas/users/wire.ts'
import { FailedError } from '../errors.ts'

export interface OrganizationToMake {
  name: string
  subdomain: string
  owner: { full_name: string; email: string; password: string }
}

export interface NewOrganization {
  realm_url: string
  owner: { user_id: number; email: string; api_key: string }
}

export async function createOrganization(runtime: Runtime, input: OrganizationToMake): Promise<NewOrganization> {
  const { org, owner } = await foundOrganization(runtime, input)
  const { subdomain } = org.get(organizationMirror)
  return {
    realm_url: runtime.organizationUrl(subdomain),
    owner: { user_id: owner.id, email: apiEmail(org, owner), api_key: owner.apiKey },
  }
}

/** The organization of that subdomain; without one, the only organization, or that at the root. */
export async function organizationNamed(runtime: Runtime, subdomain: string | undefined): Promise<Organization> {
  const rows = await runtime.db.read((tx) => tx.selectFrom('organization').select(['id', 'subdomain']).execute())
  const found =
    subdomain === undefined && rows.length === 1
      ? rows[0]
      : rows.find((row) => row.subdomain === (subdomain ?? '').toLowerCase())
  if (found) return runtime.organization(found.id)
  if (subdomain) throw new FailedError(`there is no organization with the subdomain '${subdomain}'`)
  const choice = rows.map((row) => row.subdomain || "''").join(', ')
  throw new FailedError(
    rows.length === 0 ? 'there is no organization yet' : `which organization? Say --org with one of ${choice}`,
  )
}
