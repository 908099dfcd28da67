import { computed } from '@preact/signals'
import { canHold } from '../../src/features/people/organization/rules.ts'
import { emptyRole, type SystemGroupName } from '../../src/features/people/organization/system-group-rules.ts'
import { groupsById, peopleOfGroup } from '../store/groups.ts'
import { people as everyone, person } from '../store/people.ts'
import { locale } from '../texts/locale.ts'
import { t } from '../texts/permissions.ts'
import { isEmptyValue, namedIn, type PermissionRules, type PermissionValue } from './value.ts'

const maxNamed = 4

export function nameOfGroup(id: number): string {
  const group = groupsById.value.get(id)
  if (!group) return t.unknownGroup
  return group.is_system_group ? (t.systemGroups[group.name as SystemGroupName] ?? group.name) : group.name
}

const publicRole = 'role:internet' satisfies SystemGroupName

/** Whether accounts can be members of a group. `role:internet` is for visitors without one. */
export const canHaveMembers = ({ name }: { readonly name: string }): boolean =>
  name !== emptyRole && name !== publicRole

/** Whether an account can hold a permission: it must be active, and guests need a permission that allows everyone. */
const isAssignable = (rules: Pick<PermissionRules, 'allow_everyone_group'>) => (id: number) => {
  const one = person(id)
  return one?.is_active === true && canHold(one, rules)
}

interface Crowd {
  readonly people: number
  readonly bots: number
}
/** Sizes of groups, cached while groups and people are unchanged: a page reads each many times. */
const crowds = computed(() => {
  groupsById.value
  everyone.value
  return new Map<string, Crowd>()
})

function crowdOf(id: number, rules: Pick<PermissionRules, 'allow_everyone_group'>): Crowd {
  const key = `${id} ${rules.allow_everyone_group}`
  const known = crowds.value.get(key)
  if (known) return known
  const holders = peopleOfGroup(id).filter(isAssignable(rules))
  const bots = holders.filter((each) => person(each)?.is_bot).length
  const crowd = { people: holders.length - bots, bots }
  crowds.value.set(key, crowd)
  return crowd
}

/** "12 people and 3 bots" */
export const crowdText = (people: number, bots: number): string =>
  bots === 0 ? t.people(people) : people === 0 ? t.bots(bots) : t.peopleAndBots(people, bots)

const begun = (sentence: string): string => sentence.charAt(0).toLocaleUpperCase(locale) + sentence.slice(1)

export function describeValue(value: PermissionValue, rules: PermissionRules): string {
  if (isEmptyValue(value)) return t.noOneSentence
  const { people, groups } = namedIn(value)
  const named = people.map((id) => person(id)?.full_name ?? t.unknownPerson)
  const parts = [
    ...named.slice(0, named.length > maxNamed ? maxNamed - 1 : maxNamed),
    ...(named.length > maxNamed ? [t.morePeople(named.length - maxNamed + 1)] : []),
    ...groups.map((id) => {
      const group = groupsById.value.get(id)
      if (!group) return t.unknownGroup
      const { people, bots } = crowdOf(id, rules)
      return group.is_system_group
        ? t.systemCrowd[group.name as SystemGroupName](crowdText(people, bots))
        : people + bots === 0
          ? t.emptyGroup(group.name)
          : t.groupCrowd(group.name, crowdText(people, bots))
    }),
  ]
  return begun(t.sentence(parts))
}
