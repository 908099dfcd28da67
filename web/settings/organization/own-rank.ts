import { roles } from '#contract'
import { part } from '../../store/connection.ts'
import { ownId, person } from '../../store/people.ts'
import { o } from '../../texts/organization.ts'
import { s } from '../../texts/settings.ts'
import type { OrganizationValueName, Placed } from './declared.ts'
import { hasRank, type Rank, rankOf } from './rights.ts'

const own = () => person(ownId.value) ?? { role: roles.member }

/** What a setting has now, as events have changed it. */
export const organizationValue = (name: OrganizationValueName): unknown => part<unknown>(`realm_${name}`).value

const sentences: Record<Rank, string> = {
  administrator: s.onlyAdministrators,
  owner: s.onlyOwners,
  server: o.onlyServer,
}

/** Who can change it, as a sentence; undefined where one may oneself. */
export const lockedFor = (rank: Rank): string | undefined => (hasRank(rank, own()) ? undefined : sentences[rank])

/** Why a setting cannot be changed now: it is not one's own to change, or another one makes it mean nothing. */
export function lockOf({ name, needs }: Placed): string | undefined {
  const locked = lockedFor(rankOf(name))
  if (locked !== undefined) return locked
  if (!needs || needs.values.includes(organizationValue(needs.setting))) return undefined
  return o.dependsOn(o.settings[needs.setting].label)
}

/** Whether the server was started with what the setting needs. */
export const isUsable = ({ server }: Placed): boolean => !server || part<boolean>(server.key).value !== false
