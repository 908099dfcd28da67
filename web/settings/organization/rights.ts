import { isAdministrator, isOwner } from '../../../src/contract/index.ts'
import { organizationSettings } from '../../../src/features/people/organization/settings.ts'
import type { OrganizationValueName } from './declared.ts'

/** What it takes to change something; `server`: whoever runs the server does. */
export type Rank = 'administrator' | 'owner' | 'server'

/** What it takes to change a setting: as the server declares it. */
export function rankOf(name: OrganizationValueName): Rank {
  if (name === 'name' || name === 'description') return 'administrator'
  const { patchable, change } = organizationSettings[name]
  return patchable ? change : 'server'
}

export function hasRank(rank: Rank, person: { readonly role: number }): boolean {
  if (rank === 'server') return false
  return rank === 'owner' ? isOwner(person) : isAdministrator(person)
}
