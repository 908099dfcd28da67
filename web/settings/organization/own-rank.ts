import { roles } from '#contract'
import { part } from '../../store/connection.ts'
import { ownId, person } from '../../store/people.ts'
import { o } from '../../texts/organization.ts'
import { s } from '../../texts/settings.ts'
import type { OrganizationValueName, Placed } from './declared.ts'
import { hasRank, type Rank, rankOf } from './rights.ts'

const own = () => person(ownId.value) ?? { role: roles.member }

export const organizationValue = (name: OrganizationValueName): unknown => part<unknown>(`realm_${name}`).value

const sentences: Record<Rank, string> = {
  administrator: s.onlyAdministrators,
  owner: s.onlyOwners,
  server: o.onlyServer,
}

/** A sentence naming the people who can change it; undefined if the user can. */
export const lockedFor = (rank: Rank): string | undefined => (hasRank(rank, own()) ? undefined : sentences[rank])

/** Why a setting can't be changed: the user lacks permission, or another setting disables it. */
export function lockOf({ name, needs }: Placed): string | undefined {
  const locked = lockedFor(rankOf(name))
  if (locked !== undefined) return locked
  if (!needs || needs.values.includes(organizationValue(needs.setting)) !== (needs.isNot ?? false)) return undefined
  return o.dependsOn(o.settings[needs.setting].label)
}

/** Whether the server has the option that the setting needs. */
export const isUsable = ({ server }: Placed): boolean => !server || part<boolean>(server.key).value !== false
