import { computed } from '@preact/signals'
import type { GroupSettingValue } from '#contract'
import type { UserGroup } from '../../src/features/people/groups/api.ts'
import { part } from './connection.ts'
import { ownId } from './people.ts'

export const groups = part<UserGroup[]>('realm_user_groups')

export const groupsById = computed(() => new Map((groups.value ?? []).map((group) => [group.id, group])))

/** The groups that somebody is in, by themselves or through groups in groups. */
function groupsWith(userId: number): ReadonlySet<number> {
  const found = new Set<number>()
  const all = groups.value ?? []
  const open = all.filter(({ members, deactivated }) => !deactivated && members.includes(userId)).map(({ id }) => id)
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    const inside = id
    for (const { id: above, direct_subgroup_ids } of all) if (direct_subgroup_ids.includes(inside)) open.push(above)
  }
  return found
}

const ownGroups = computed(() => groupsWith(ownId.value))

/** Whether one is in a group, by oneself or through groups in it. */
export const isInGroup = (id: number): boolean => ownGroups.value.has(id)

/** Whether a permission, as the API writes one, is one's own. What is not known is for the server to say. */
export function isMine(value: GroupSettingValue | undefined): boolean {
  if (value === undefined || groups.value === undefined) return true
  if (typeof value === 'number') return ownGroups.value.has(value)
  return (
    value.direct_members.some((id) => id === ownId.value) ||
    value.direct_subgroups.some((id) => ownGroups.value.has(id))
  )
}

/** Whether one of these people has a permission. */
export function isForAnyone(value: GroupSettingValue | undefined, userIds: readonly number[]): boolean {
  if (value === undefined || groups.value === undefined) return true
  const { direct_members, direct_subgroups } =
    typeof value === 'number' ? { direct_members: [] as number[], direct_subgroups: [value] } : value
  return userIds.some((userId) => {
    if (direct_members.includes(userId)) return true
    const theirs = userId === ownId.value ? ownGroups.value : groupsWith(userId)
    return direct_subgroups.some((id) => theirs.has(id))
  })
}

/** Every person in a group, through groups in groups as well. */
export function peopleOfGroup(id: number): number[] {
  const seen = new Set<number>()
  const people = new Set<number>()
  const open = [id]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    const group = groupsById.value.get(next)
    for (const member of group?.members ?? []) people.add(member)
    open.push(...(group?.direct_subgroup_ids ?? []))
  }
  return [...people]
}

export const groupName = (id: number): string => groupsById.value.get(id)?.name ?? ''
