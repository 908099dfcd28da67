import { type SystemGroupName, systemGroupNames } from '../../src/features/people/organization/system-group-rules.ts'
import type { User } from '../../src/features/people/users/wire.ts'
import { findPeople } from '../compose/typeahead/people.ts'
import { SearchIndex } from '../compose/typeahead/search.ts'
import type { Option } from '../entities/combobox.tsx'
import { crowdText, nameOfGroup } from '../permissions/holders.ts'
import {
  namedIn,
  type PermissionRules,
  type PermissionValue,
  takesGroup,
  withGroup,
  withPerson,
} from '../permissions/value.ts'
import { groups, groupsById, peopleOfGroup } from '../store/groups.ts'
import { person } from '../store/people.ts'
import { t } from '../texts/permissions.ts'

const maxOffered = 10

export interface GroupChoice {
  readonly id: number
  readonly label: string
  readonly detail: string
}

/** The role groups a permission accepts, widest first. */
export function systemChoices(rules: PermissionRules): GroupChoice[] {
  const all = (groups.value ?? []).filter((group) => group.is_system_group && takesGroup(rules, group))
  const place = ({ name }: { name: string }) => systemGroupNames.indexOf(name as SystemGroupName)
  return all
    .sort((a, b) => place(a) - place(b))
    .map(({ id, name }) => ({
      id,
      label: nameOfGroup(id),
      detail: t.systemGroupDetails[name as SystemGroupName] ?? '',
    }))
}

const crowdOf = (id: number) => {
  const inside = peopleOfGroup(id).filter((each) => person(each)?.is_active)
  const bots = inside.filter((each) => person(each)?.is_bot).length
  return crowdText(inside.length - bots, bots)
}

/** Choices to add to a permission: roles and groups, and with a query also people. */
export function permissionChoices(
  query: string,
  value: PermissionValue,
  rules: PermissionRules,
  take: (next: PermissionValue) => void,
): Option[] {
  const named = namedIn(value)
  const groupOf = (id: number) => groupsById.value.get(id)
  const ofGroup = ({ id, label, detail }: GroupChoice, sign: string): Option => ({
    key: `group ${id}`,
    label,
    detail,
    mark: { sign },
    run: () => {
      const group = groupOf(id)
      if (group) take(withGroup(value, group, groupOf))
    },
  })
  const label = ({ label }: GroupChoice) => label
  const system = new SearchIndex(
    systemChoices(rules).filter(({ id }) => !named.groups.includes(id)),
    label,
  ).find(query)
  const made = (groups.value ?? []).filter(
    (group) => !group.is_system_group && takesGroup(rules, group) && !named.groups.includes(group.id),
  )
  const found = new SearchIndex(made, ({ name }) => name).find(query).slice(0, maxOffered)
  const offered = [
    ...system.map(({ item }) => ofGroup(item, '◆')),
    ...found.map(({ item: { id, name } }) => ofGroup({ id, label: name, detail: crowdOf(id) }, '👥')),
  ]
  if (query.trim() === '') return offered.slice(0, 2 * maxOffered)
  const isWanted = ({ user_id }: User) => !named.people.includes(user_id)
  const people = findPeople(query, undefined, maxOffered, isWanted).map(
    ({ user_id, full_name, delivery_email, is_bot }): Option => ({
      key: `person ${user_id}`,
      label: full_name,
      detail: is_bot ? t.bot : (delivery_email ?? ''),
      mark: { person: user_id },
      run: () => take(withPerson(value, user_id, groupOf)),
    }),
  )
  return [...offered.slice(0, maxOffered), ...people].slice(0, maxOffered)
}
