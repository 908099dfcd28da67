import type { Runtime } from '#platform/runtime'
import { foundOrganization } from '../../areas/founding/index.ts'
import { organizationMirror } from '../../areas/organization/mirror.ts'
import { apiEmail } from '../../areas/users/wire.ts'

export interface NewOrganization {
  realm_url: string
  owner: { user_id: number; email: string; api_key: string }
}

export interface OrganizationToMake {
  name: string
  subdomain: string
  owner: { full_name: string; email: string; password: string }
}

async function createOrganization(runtime: Runtime, input: OrganizationToMake): Promise<NewOrganization> {
  const { org, owner } = await foundOrganization(runtime, input)
  const { subdomain } = org.get(organizationMirror)
  return {
    realm_url: runtime.organizationUrl(subdomain),
    owner: { user_id: owner.id, email: apiEmail(org, owner), api_key: owner.apiKey },
  }
}

/**
 * What the command line does to a server: in the process that holds the database, whichever that is. Arguments and
 * results travel as JSON.
 */
export const operations = { createOrganization }

export type Operations = typeof operations
export type OperationName = keyof Operations
export type InputOf<N extends OperationName> = Parameters<Operations[N]>[1]
export type OutcomeOf<N extends OperationName> = Awaited<ReturnType<Operations[N]>>
