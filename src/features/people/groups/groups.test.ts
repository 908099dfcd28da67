import { botTypes, mustBeMember, roles } from '#contract'
import { assert, type Person, test } from '#test'
import { createUser, deactivateUser, reactivateUser, updateUser } from '../users/api.ts'
import * as api from './api.ts'
import { groupsCache } from './cache.ts'
import {
  expectationMismatch,
  groupIsDeactivated,
  groupNotAllowed,
  invalidUserId,
  noSuchGroup,
} from './setting-values.ts'

const types = ['user_group', 'realm_user', 'realm_user_groups', 'realm']
const system = (person: Person, name: string) => person.org.get(groupsCache).system(name).id
const watch = (person: Person) => person.register(...types)
const older = (person: Person) => person.registerWith({ event_types: types, client_capabilities: {} })

test('groups are created, changed, filled, and emptied, and everyone gets events', async ({ ada, ben, cleo, gus }) => {
  const watches = await Promise.all([watch(ada), older(ben), watch(gus)])
  const make = { name: ' Weavers ', description: 'We weave.', members: [cleo.id, ben.id, ben.id] }
  const { group_id: inner } = await ben.call(api.createGroup, make)
  const { group_id: outer } = await ben.call(api.createGroup, {
    name: 'Makers',
    description: '',
    members: [],
    subgroups: [inner],
    can_mention_group: { direct_members: [], direct_subgroups: [inner] },
  })
  await ben.call(api.updateGroup, { user_group_id: outer, name: 'All makers', description: 'Everybody who makes.' })
  await ben.call(api.updateMembers, { user_group_id: inner, add: [gus.id], delete: [cleo.id] })
  await ben.call(api.updateSubgroups, { user_group_id: outer, add: [system(ben, 'role:moderators')] })
  await ben.call(api.updateMembers, { user_group_id: outer, add: [ada.id], delete_subgroups: [inner] })
  await ben.call(api.updateSubgroups, { user_group_id: outer, add: [inner] })
  assert.deepEqual(
    (await gus.call(api.getMembers, { user_group_id: outer })).members,
    [ada, ben, gus].map(({ id }) => id).sort((a, b) => a - b),
  )
  assert.deepEqual((await gus.call(api.getMembers, { user_group_id: outer, direct_member_only: true })).members, [
    ada.id,
  ])
  const { is_user_group_member } = await gus.call(api.isMember, { user_group_id: outer, user_id: gus.id })
  assert.equal(is_user_group_member, true)
  const { subgroups } = await gus.call(api.getSubgroups, { user_group_id: outer, direct_subgroup_only: true })
  assert.deepEqual(
    subgroups,
    [inner, system(ben, 'role:moderators')].sort((a, b) => a - b),
  )
  const { user_groups } = await ben.call(api.getGroups)
  const made = user_groups.find(({ id }) => id === outer)
  assert.deepEqual([made?.name, made?.can_mention_group, made?.creator_id], ['All makers', inner, ben.id])
  assert.deepEqual(made?.can_manage_group, { direct_members: [ben.id], direct_subgroups: [] })
  for (const one of watches) await one.agreesWithFreshRegister()
})

test("a group can't contain itself, directly or indirectly", async ({ ada }) => {
  const make = async (name: string, subgroups: number[]) =>
    (await ada.call(api.createGroup, { name, description: '', members: [], subgroups })).group_id
  const a = await make('A', [])
  const b = await make('B', [a])
  const c = await make('C', [b])
  for (const add of [[a], [b], [c]])
    await ada.refused(api.updateSubgroups, { user_group_id: a, add }, api.wouldContainItself)
  await ada.refused(api.updateSubgroups, { user_group_id: c, add: [b] }, api.subgroupAlready)
  await ada.call(api.updateSubgroups, { user_group_id: c, add: [a] })
})

test('bad input changes nothing', async ({ ada, ben }) => {
  const { group_id: user_group_id } = await ada.call(api.createGroup, { name: 'G', description: '', members: [ben.id] })
  const one = await watch(ada)
  const good = { name: 'H', description: '', members: [] as number[] }
  await ada.refused(api.createGroup, { ...good, name: 'g' }, api.groupNameTaken)
  await ada.refused(api.createGroup, { ...good, members: [987_654] }, invalidUserId)
  await ada.refused(api.createGroup, { ...good, subgroups: [987_654] }, noSuchGroup)
  await ada.refused(api.createGroup, { ...good, can_manage_group: system(ada, 'role:everyone') }, groupNotAllowed)
  for (const name of ['', ' ', 'role:gods', 'x'.repeat(101), '*stars*'])
    await ada.refused(api.createGroup, { ...good, name })
  await ada.refused(api.updateMembers, { user_group_id }, api.nothingToDo)
  await ada.refused(api.updateMembers, { user_group_id, add: [ada.id, ben.id] }, api.memberAlready)
  await ada.refused(api.updateMembers, { user_group_id, add: [ada.id], delete: [ada.id] }, api.noSuchMember)
  await ada.refused(api.updateMembers, { user_group_id, add: [ada.id], add_subgroups: [987_654] }, noSuchGroup)
  const now = system(ada, 'role:everyone')
  const update = { new: system(ada, 'role:members'), old: system(ada, 'role:owners') }
  await ada.refused(api.updateGroup, { user_group_id, name: 'New', can_leave_group: update }, expectationMismatch)
  await ada.call(api.updateGroup, { user_group_id, can_leave_group: { ...update, old: now } })
  await ada.refused(api.updateMembers, { user_group_id: 987_654, add: [ada.id] }, noSuchGroup)
  assert.deepEqual(await one.ops(), ['user_group/update'])
})

test("members of system groups follow from roles and can't be changed", async ({ society, ada, ines, ben, gus }) => {
  const one = await watch(gus)
  const members = async (name: string) => (await ada.call(api.getMembers, { user_group_id: system(ada, name) })).members
  assert.deepEqual(await members('role:administrators'), [ada.id, ines.id])
  assert.ok(!(await members('role:members')).includes(gus.id))
  assert.ok((await members('role:everyone')).includes(gus.id))
  assert.deepEqual(await members('role:nobody'), [])
  const user_group_id = system(ada, 'role:members')
  await ada.refused(api.updateGroup, { user_group_id, name: 'Mine' }, api.notAllowed)
  await ada.refused(api.updateMembers, { user_group_id, add: [gus.id] }, api.notAllowed)
  await ada.refused(api.updateSubgroups, { user_group_id, delete: [system(ada, 'role:fullmembers')] }, api.notAllowed)
  await ada.refused(api.deactivateGroup, { user_group_id }, api.notAllowed)
  await ada.call(updateUser, { user_id: ben.id, role: roles.moderator })
  assert.ok((await members('role:moderators')).includes(ben.id))
  await ada.call(createUser, { email: 'new@example.org', password: 'long enough', full_name: 'New' })
  await society.join('Robot', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  await ada.call(deactivateUser, { user_id: ben.id })
  await ada.call(reactivateUser, { user_id: ben.id })
  await ada.send('PATCH', '/realm', { waiting_period_threshold: 3 })
  await ada.send('PATCH', '/realm', { waiting_period_threshold: 0 })
  await one.agreesWithFreshRegister()
})

test('a deactivated user counts in no group, and counts again after reactivation', async ({ ada, ben, cleo }) => {
  const value = { direct_members: [ada.id, ben.id], direct_subgroups: [] }
  const { group_id: user_group_id } = await ada.call(api.createGroup, {
    name: 'G',
    description: '',
    members: [ben.id, cleo.id],
    can_join_group: value,
  })
  await ada.send('PATCH', '/realm', { can_add_custom_emoji_group: value })
  const one = await watch(cleo)
  await ada.call(deactivateUser, { user_id: ben.id })
  assert.deepEqual((await ada.call(api.getMembers, { user_group_id })).members, [cleo.id])
  const [group] = (await ada.call(api.getGroups)).user_groups.filter(({ id }) => id === user_group_id)
  assert.deepEqual(
    [group?.members, group?.can_join_group],
    [[cleo.id], { direct_members: [ada.id], direct_subgroups: [] }],
  )
  await one.agreesWithFreshRegister()
  await ada.call(reactivateUser, { user_id: ben.id })
  assert.deepEqual((await ada.call(api.getMembers, { user_group_id })).members, [ben.id, cleo.id])
  await one.agreesWithFreshRegister()
})

test("groups in use can't be deactivated; others can be deactivated and reactivated", async ({ ada, ben }) => {
  const watches = await Promise.all([watch(ada), older(ada)])
  const make = async (name: string, more = {}) =>
    (await ada.call(api.createGroup, { name, description: '', members: [ben.id], ...more })).group_id
  const user_group_id = await make('Used')
  const parent = await make('Parent', { subgroups: [user_group_id], can_join_group: user_group_id })
  await ada.send('PATCH', '/realm', {
    can_add_custom_emoji_group: { direct_members: [ada.id], direct_subgroups: [user_group_id] },
  })
  const { fields } = await ada.refused(api.deactivateGroup, { user_group_id }, api.groupInUse)
  assert.deepEqual(fields, {
    objections: [
      { type: 'user_group', group_id: parent, settings: ['can_join_group'] },
      { type: 'subgroup', supergroup_ids: [parent] },
      { type: 'realm', settings: ['can_add_custom_emoji_group'] },
    ],
  })
  await ada.send('PATCH', '/realm', { can_add_custom_emoji_group: system(ada, 'role:members') })
  await ada.call(api.updateGroup, { user_group_id: parent, can_join_group: system(ada, 'role:nobody') })
  await ada.call(api.updateSubgroups, { user_group_id: parent, delete: [user_group_id] })
  await ada.call(api.deactivateGroup, { user_group_id })
  await ada.refused(api.deactivateGroup, { user_group_id }, groupIsDeactivated)
  await ada.refused(api.updateSubgroups, { user_group_id: parent, add: [user_group_id] }, groupIsDeactivated)
  await ada.refused(api.updateGroup, { user_group_id: parent, can_join_group: user_group_id }, groupIsDeactivated)
  await ada.call(api.updateGroup, { user_group_id, name: 'Resting' })
  await ada.call(api.updateMembers, { user_group_id, add: [ada.id] })
  const listed = async (include_deactivated_groups: boolean) =>
    (await ada.call(api.getGroups, { include_deactivated_groups })).user_groups.some(({ id }) => id === user_group_id)
  assert.deepEqual([await listed(false), await listed(true)], [false, true])
  for (const one of watches) await one.agreesWithFreshRegister()
  await ada.call(api.updateGroup, { user_group_id, deactivated: false })
  for (const one of watches) await one.agreesWithFreshRegister()
  assert.ok(!JSON.stringify(watches.map(({ events }) => events)).includes('internal'))
})

test("a group's permissions decide who can change it; guests can join and leave", async ({
  ada,
  ines,
  ben,
  cleo,
  momo,
  gus,
}) => {
  const everyone = system(ada, 'role:everyone')
  const nobody = system(ada, 'role:nobody')
  const people = { ada, ines, momo, ben, cleo, gus }
  type Name = keyof typeof people
  const groupWith = async (name: string, settings: Record<string, unknown>, members: number[]) =>
    (await ben.call(api.createGroup, { name, description: '', members, ...settings })).group_id
  const only = (...some: Person[]) => ({ direct_members: some.map(({ id }) => id), direct_subgroups: [] })
  const off = {
    can_manage_group: nobody,
    can_add_members_group: nobody,
    can_join_group: nobody,
    can_leave_group: nobody,
    can_remove_members_group: nobody,
  }
  // the owner manages every group by default; permissions don't make guests administrators
  const table: [Record<string, unknown>, Record<'rename' | 'add' | 'remove' | 'join' | 'leave', Name[]>][] = [
    [{}, { rename: ['ada'], add: ['ada'], remove: ['ada'], join: ['ada'], leave: ['ada'] }],
    [
      { can_manage_group: only(cleo, gus) },
      {
        rename: ['ada', 'cleo'],
        add: ['ada', 'cleo'],
        remove: ['ada', 'cleo'],
        join: ['ada', 'cleo'],
        leave: ['ada', 'cleo'],
      },
    ],
    [
      { can_add_members_group: only(cleo, gus) },
      { rename: ['ada'], add: ['ada', 'cleo'], remove: ['ada'], join: ['ada', 'cleo'], leave: ['ada'] },
    ],
    [
      { can_remove_members_group: only(momo) },
      { rename: ['ada'], add: ['ada'], remove: ['ada', 'momo'], join: ['ada'], leave: ['ada', 'momo'] },
    ],
    [
      { can_join_group: only(ines) },
      { rename: ['ada'], add: ['ada'], remove: ['ada'], join: ['ada', 'ines'], leave: ['ada'] },
    ],
    [
      { can_leave_group: everyone },
      {
        rename: ['ada'],
        add: ['ada'],
        remove: ['ada'],
        join: ['ada'],
        leave: ['ada', 'ines', 'momo', 'ben', 'cleo', 'gus'],
      },
    ],
  ]
  for (const [row, [settings, can]] of table.entries())
    for (const name of Object.keys(people) as Name[]) {
      const actor = people[name]
      const other = name === 'ben' ? cleo : ben
      const attempt = async (
        action: keyof typeof can,
        members: number[],
        run: (id: number) => [Parameters<typeof actor.refused>[0], Record<string, unknown>],
      ) => {
        const [endpoint, params] = run(await groupWith(`${row} ${name} ${action}`, { ...off, ...settings }, members))
        if (can[action].includes(name)) await actor.call(endpoint, params as never)
        else await actor.refused(endpoint, params as never, api.notAllowed)
      }
      await attempt('rename', [], (user_group_id) => [api.updateGroup, { user_group_id, description: 'x' }])
      await attempt('add', [], (user_group_id) => [api.updateMembers, { user_group_id, add: [other.id] }])
      await attempt('remove', [other.id], (user_group_id) => [api.updateMembers, { user_group_id, delete: [other.id] }])
      await attempt('join', [], (user_group_id) => [api.updateMembers, { user_group_id, add: [actor.id] }])
      await attempt('leave', [actor.id], (user_group_id) => [api.updateMembers, { user_group_id, delete: [actor.id] }])
    }
  await gus.refused(api.createGroup, { name: 'No', description: '', members: [] }, api.notAllowed)
  await gus.refused(api.getGroups, {}, mustBeMember)
})

test('a deactivated user is in no group, even after a role change', async ({ ada, ben, society }) => {
  const bot = await society.join('Robo', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  const watch = await ada.register()
  for (const path of [`/users/${ben.id}`, `/bots/${bot.id}`]) {
    await ada.send('DELETE', path)
    await ada.send('PATCH', path, { role: roles.moderator })
  }
  await watch.agreesWithFreshRegister()
  await ada.send('POST', `/users/${ben.id}/reactivate`)
  await watch.agreesWithFreshRegister()
})
