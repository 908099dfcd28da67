import { assert, test } from 'vitest'
import { systemGroupNames } from '../../src/features/people/organization/system-group-rules.ts'
import {
  asValue,
  isSameValue,
  namedIn,
  type PermissionRules,
  takesGroup,
  withGroup,
  without,
  withPerson,
} from './value.ts'

const systemGroups = systemGroupNames.map((name, index) => ({
  id: index + 1,
  name: name as string,
  is_system_group: true,
  deactivated: false,
}))
const designers = { id: 20, name: 'designers', is_system_group: false, deactivated: false }
const staff = { id: 21, name: 'staff', is_system_group: false, deactivated: false }
const all = [...systemGroups, designers, staff]
const groupOf = (id: number) => all.find((one) => one.id === id)
const [internet, everyone, members, , moderators, , , nobody] = systemGroups as [
  (typeof systemGroups)[number],
  ...typeof systemGroups,
]
const anything: PermissionRules = {
  require_system_group: false,
  allow_internet_group: true,
  allow_nobody_group: true,
  allow_everyone_group: true,
  allowed_system_groups: [],
}

test('a role takes the place of another, and groups and people stay', () => {
  const before = { direct_members: [7], direct_subgroups: [members?.id as number, designers.id] }
  assert.deepEqual(withGroup(before, moderators as typeof staff, groupOf), {
    direct_members: [7],
    direct_subgroups: [moderators?.id as number, designers.id],
  })
  assert.deepEqual(withGroup(designers.id, staff, groupOf), { direct_members: [], direct_subgroups: [20, 21] })
})

test('with nobody nothing else is named', () => {
  assert.equal(withGroup({ direct_members: [7], direct_subgroups: [20] }, nobody as typeof staff, groupOf), nobody?.id)
  assert.equal(withGroup(nobody?.id as number, designers, groupOf), designers.id)
  assert.deepEqual(withPerson(nobody?.id as number, 7, groupOf), { direct_members: [7], direct_subgroups: [] })
})

test('without the last one it is nobody, where that is allowed', () => {
  assert.equal(without(20, { groups: [20] }, nobody?.id), nobody?.id)
  assert.deepEqual(without(20, { groups: [20] }, undefined), { direct_members: [], direct_subgroups: [] })
  assert.equal(without({ direct_members: [7], direct_subgroups: [20] }, { people: [7] }, nobody?.id), 20)
})

test('values are the same whatever their form and order', () => {
  assert.isTrue(isSameValue(20, { direct_members: [], direct_subgroups: [20, 20] }))
  assert.isTrue(
    isSameValue({ direct_members: [2, 1], direct_subgroups: [] }, { direct_members: [1, 2], direct_subgroups: [] }),
  )
  assert.isFalse(isSameValue(20, { direct_members: [1], direct_subgroups: [20] }))
  assert.deepEqual(asValue(namedIn({ direct_members: [], direct_subgroups: [20] })), 20)
})

test('a permission takes the groups that the server says', () => {
  const names = (rules: Partial<PermissionRules>) =>
    all.filter((group) => takesGroup({ ...anything, ...rules }, group)).map(({ name }) => name)
  assert.notInclude(names({ allow_internet_group: false }), internet.name)
  assert.notInclude(names({ allow_everyone_group: false }), everyone?.name)
  assert.notInclude(names({ allow_nobody_group: false }), nobody?.name)
  assert.notInclude(names({ require_system_group: true }), 'staff')
  assert.deepEqual(names({ require_system_group: true, allowed_system_groups: ['role:owners', 'role:nobody'] }), [
    'role:owners',
    'role:nobody',
  ])
  assert.isFalse(takesGroup(anything, { ...staff, deactivated: true }))
})
