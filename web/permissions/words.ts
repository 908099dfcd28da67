import { emptyRole } from '../../src/features/people/organization/system-group-rules.ts'
import { groupsById } from '../store/groups.ts'
import { person } from '../store/people.ts'
import { t } from '../texts/permissions.ts'
import { nameOfGroup } from './holders.ts'
import { isEmptyValue, namedIn, type PermissionValue } from './value.ts'

const maxNamedGroups = 2

/** A value in a few words: "Moderators", "Group Designers + 2 people". */
export function wordsOf(value: PermissionValue): string {
  if (isEmptyValue(value)) return t.systemGroups[emptyRole]
  const { people, groups } = namedIn(value)
  const isRole = (id: number) => groupsById.value.get(id)?.is_system_group === true
  const others = groups.filter((id) => !isRole(id))
  return [
    ...groups.filter(isRole).map(nameOfGroup),
    ...(others.length > maxNamedGroups ? [t.groups(others.length)] : others.map((id) => t.group(nameOfGroup(id)))),
    ...(people.length === 1 ? people.map((id) => person(id)?.full_name ?? t.unknownPerson) : []),
    ...(people.length > 1 ? [t.people(people.length)] : []),
  ].join(' + ')
}
