import { asGroupId, asUserId, roles } from '#contract'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { archiveChannel } from '../../channels/channels/api.ts'
import { getSubscribers } from '../../channels/subscriptions/api.ts'
import { noon } from '../../messages/scheduled-messages/fixture.ts'
import { createGroup, deactivateGroup, getGroups, updateGroup, updateMembers } from '../../people/groups/api.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import { restrictUser } from '../../people/restrictions/api.ts'
import { createUser } from '../../people/users/actions/create.ts'
import { deactivateUser } from '../../people/users/api.ts'
import * as api from './api.ts'
import { groupChangedSince, notAuthorized } from './errors.ts'
import { automate, automations, daily, onCommand, onMessage, runsOf, toPerson } from './fixture.ts'
import type { Automation } from './wire.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))
test.afterEach(({ server }) => server.clock.release())

const makeGroup = async (person: Person, name: string, members: readonly Person[] = [], subgroups: number[] = []) =>
  (await person.call(createGroup, { name, description: '', members: members.map(({ id }) => id), subgroups })).group_id

const joins = (group_id: number) => ({ kind: 'joined_group' as const, group_id })
const leaves = (group_id: number) => ({ kind: 'left_group' as const, group_id })
const joinsOrganization = { kind: 'joined_organization' as const }
const addToGroup = (group_id: number) => ({ kind: 'add_to_group' as const, group_id })
const removeFromGroup = (group_id: number) => ({ kind: 'remove_from_group' as const, group_id })
const addToChannel = (stream_id: number) => ({ kind: 'add_to_channel' as const, stream_id })
const removeFromChannel = (stream_id: number) => ({ kind: 'remove_from_channel' as const, stream_id })

const add = (person: Person, user_group_id: number, ...people: readonly { readonly id: number }[]) =>
  person.call(updateMembers, { user_group_id, add: people.map(({ id }) => id) })
const remove = (person: Person, user_group_id: number, ...people: readonly { readonly id: number }[]) =>
  person.call(updateMembers, { user_group_id, delete: people.map(({ id }) => id) })

const isInChannel = async (viewer: Person, stream_id: number, { id }: Person) =>
  (await viewer.call(getSubscribers, { stream_id })).subscribers.includes(asUserId(id))

const membersOf = async (viewer: Person, groupId: number) =>
  (await viewer.call(getGroups, {})).user_groups.find(({ id }) => id === groupId)?.members

const outcomes = async (person: Person, automation: Automation) =>
  (await runsOf(person, automation)).map(({ state, person_id, failure }) => [state, person_id, failure])

/** Permissions of a group that only these people can manage. */
const managedBy = (...people: readonly Person[]) => {
  const holders = { direct_members: people.map(({ id }) => id), direct_subgroups: [] }
  return { can_manage_group: { new: holders }, can_add_members_group: { new: holders } }
}

test('joining a group adds people to a private channel, and leaving removes them', async ({
  ada,
  ben,
  server,
  society,
}) => {
  const council = await makeChannel(society.org, 'council', [ada], { invite_only: true })
  const inner = await makeGroup(ada, 'Inner')
  const outer = await makeGroup(ada, 'Outer', [], [inner])
  const inbox = await ben.register('message')
  const joined = await automate(ada, { trigger: joins(outer), steps: [addToChannel(council)] })
  const left = await automate(ada, {
    trigger: leaves(outer),
    steps: [removeFromChannel(council), toPerson('Goodbye, {person} from {channel}')],
  })
  for (const isMember of [true, false, true]) {
    await (isMember ? add : remove)(ada, inner, ben)
    await server.runtime.timer.wake()
    assert.equal(await isInChannel(ada, council, ben), isMember)
  }
  assert.deepEqual(await outcomes(ada, joined), Array(2).fill(['done', ben.id, null]))
  assert.deepEqual(await outcomes(ada, left), [['done', ben.id, null]])
  const contents = (await inbox.of('message')).map(({ message }) => (message as { content: string }).content)
  assert.ok(contents.some((content) => content.includes('subscribed you') && content.includes('council')))
  assert.ok(contents.some((content) => content.includes('from {channel}')))
})

test('people in two subgroups leave the group when they leave both', async ({ ada, ben, server }) => {
  const [first, second] = [await makeGroup(ada, 'First', [ben]), await makeGroup(ada, 'Second', [ben])]
  const outer = await makeGroup(ada, 'Outer', [], [first, second])
  const automation = await automate(ada, { trigger: leaves(outer), steps: [toPerson('Bye')] })
  await remove(ada, first, ben)
  assert.deepEqual(await runsOf(ada, automation), [])
  await ada.call(updateMembers, { user_group_id: outer, delete_subgroups: [second] })
  await server.runtime.timer.wake()
  assert.deepEqual(await outcomes(ada, automation), [['done', ben.id, null]])
})

test('new accounts join the organization, and automations can add them to channels and groups', async ({
  ada,
  server,
  society,
}) => {
  const group = await makeGroup(ada, 'Weavers')
  const lounge = await makeChannel(society.org, 'lounge', [ada])
  const automation = await automate(ada, {
    trigger: joinsOrganization,
    steps: [addToChannel(lounge), addToGroup(group), toPerson('Welcome, {person}!')],
  })
  const other = await automate(ada, { trigger: joins(group), steps: [toPerson('Hi')] })
  const nora = await society.join('Nora')
  await server.runtime.timer.wake()
  await server.runtime.timer.wake()
  assert.deepEqual(await outcomes(ada, automation), [['done', nora.id, null]])
  assert.deepEqual(await outcomes(ada, other), [['done', nora.id, null]])
  assert.ok(await isInChannel(ada, lounge, nora))
  assert.deepEqual(await membersOf(ada, group), [nora.id])
})

test('new accounts join the groups of their invitation, but not in large batches', async ({ ada, society }) => {
  const inner = await makeGroup(ada, 'Inner')
  const outer = await makeGroup(ada, 'Outer', [], [inner])
  const both = [await automate(ada, { trigger: joins(outer), steps: [toPerson('Hi')] })]
  both.push(await automate(ada, { trigger: joinsOrganization, steps: [toPerson('Hi')] }))
  const create = (name: string, accountsAtOnce: number) =>
    society.org.transact(null, (mutation) =>
      createUser(
        mutation,
        { email: `${name}@root.example`, full_name: name, role: roles.member },
        { groupIds: [asGroupId(inner)], accountsAtOnce },
      ),
    )
  await create('Nora', 21)
  const { id } = await create('Olga', 20)
  for (const automation of both)
    assert.deepEqual(
      (await runsOf(ada, automation)).map(({ person_id }) => person_id),
      [id],
    )
})

test('adding bots or more than 20 people to a group at once triggers no runs', async ({ ada, server, society }) => {
  const group = await makeGroup(ada, 'Weavers')
  const automation = await automate(ada, { trigger: joins(group), steps: [toPerson('Hi')] })
  const people = []
  for (let n = 0; n < 21; n++) people.push(await society.join(`Person ${n}`))
  await add(ada, group, ...people)
  await add(ada, group, { id: automation.bot_id })
  await server.runtime.timer.wake()
  assert.deepEqual(await runsOf(ada, automation), [])
})

test('automations trigger each other three levels deep', async ({ ada, ben, server }) => {
  const groups: number[] = []
  for (let n = 0; n < 5; n++) groups.push(await makeGroup(ada, `Level ${n}`))
  const levels = []
  for (let n = 0; n < 4; n++)
    levels.push(
      await automate(ada, {
        name: `Level ${n}`,
        trigger: joins(groups[n] as number),
        steps: [addToGroup(groups[n + 1] as number)],
      }),
    )
  await add(ada, groups[0] as number, ben)
  for (let n = 0; n < 6; n++) await server.runtime.timer.wake()
  const counts = []
  for (const level of levels) counts.push((await runsOf(ada, level)).length)
  assert.deepEqual(counts, [1, 1, 1, 0])
  assert.deepEqual(await membersOf(ada, groups[3] as number), [ben.id])
})

test('two automations that undo each other stop', async ({ ada, ben, server }) => {
  const group = await makeGroup(ada, 'Weavers')
  const joined = await automate(ada, { trigger: joins(group), steps: [removeFromGroup(group)] })
  const left = await automate(ada, { trigger: leaves(group), steps: [addToGroup(group)] })
  await add(ada, group, ben)
  for (let n = 0; n < 6; n++) await server.runtime.timer.wake()
  assert.deepEqual([(await runsOf(ada, joined)).length, (await runsOf(ada, left)).length], [2, 1])
})

test('saving and changing these steps requires permission to do the same', async ({ ada, ben, ines, society }) => {
  const council = await makeChannel(society.org, 'council', [ada, ben], { invite_only: true })
  const group = await makeGroup(ada, 'Weavers')
  await ada.call(updateGroup, { user_group_id: group, ...managedBy(ada) })
  const ofBen = { direct_members: [ada.id, ben.id], direct_subgroups: [] }
  await ada.call(updateOrganization, {
    can_manage_automations_group: { new: ofBen },
    can_manage_all_groups: { new: { direct_members: [ada.id], direct_subgroups: [] } },
  } as never)
  const refusal = async (person: Person, steps: object[], more: object = { trigger: onCommand('join') }) =>
    (await person.refusedRaw('POST', '/automations', { name: 'Join', steps, ...more })).message
  assert.match(await refusal(ben, [addToGroup(group)]), /^Invalid steps\[0\]\.group_id: is a group you can't add/)
  assert.match(
    await refusal(ben, [removeFromGroup(group)]),
    /^Invalid steps\[0\]\.group_id: is a group you can't remove/,
  )
  assert.match(await refusal(ben, [removeFromChannel(council)]), /\.stream_id: is a channel you can't remove people/)
  assert.match(await refusal(ada, [addToGroup(1_000_000)]), /^Invalid steps\[0\]\.group_id: is not a group/)
  assert.match(
    await refusal(ada, [addToGroup(group)], { trigger: daily }),
    /^Invalid steps\[0\]\.kind: requires a trigger/,
  )
  const ofChannel = { trigger: onCommand('join'), stream_id: council }
  for (const step of [addToGroup(group), addToChannel(council)])
    assert.match(await refusal(ada, [step], ofChannel), /^Invalid steps\[0\]\.kind: is only available in organization/)
  const { stream_id } = ofChannel
  for (const trigger of [joins(group), leaves(group), joinsOrganization])
    assert.match(
      await refusal(ada, [toPerson('Hi')], { trigger, stream_id }),
      /^Invalid trigger\.kind: is only available/,
    )
  const system = (await ada.call(getGroups, {})).user_groups.find(({ name }) => name === 'role:members')?.id ?? 0
  assert.match(await refusal(ada, [toPerson('Hi')], { trigger: joins(system) }), /^Invalid trigger\.group_id: must not/)
  assert.match(await refusal(ada, [addToGroup(system)]), /^Invalid steps\[0\]\.group_id: is a group you can't add/)

  const automation = await automate(ada, { trigger: onCommand('join'), steps: [addToGroup(group)] })
  const edit = { automation_id: automation.automation_id, expected_revision: automation.revision }
  for (const change of [
    { name: 'Join us' },
    { conditions: [{ kind: 'first_time' as const }] },
    { trigger: onMessage() },
    { is_enabled: true },
  ])
    assert.match((await ben.refused(api.updateAutomation, { ...edit, ...change })).message, /steps\[0\]\.group_id/)
  const off = await ben.call(api.updateAutomation, { ...edit, is_enabled: false })
  const again = { ...edit, expected_revision: off.automation.revision }
  await ben.refused(api.updateAutomation, { ...again, is_enabled: true })
  await ada.call(api.updateAutomation, { ...again, is_enabled: true })
  await automate(ada, { name: 'Council', trigger: onCommand('council'), steps: [addToChannel(council)] })
  assert.equal((await automations(ines)).length, 0)
})

test('a run fails if the last editor loses the permission, unless the bot has it', async ({
  ada,
  ben,
  cleo,
  server,
}) => {
  const [source, target] = [await makeGroup(ada, 'Source'), await makeGroup(ada, 'Target')]
  await ada.call(updateGroup, { user_group_id: target, ...managedBy(ben) })
  await ada.call(updateOrganization, {
    can_manage_automations_group: { new: { direct_members: [ada.id, ben.id], direct_subgroups: [] } },
    can_manage_all_groups: { new: { direct_members: [ada.id], direct_subgroups: [] } },
  } as never)
  const automation = await automate(ben, { trigger: joins(source), steps: [addToGroup(target)] })
  await add(ada, source, ben)
  await server.runtime.timer.wake()
  assert.deepEqual(await outcomes(ada, automation), [['done', ben.id, null]])
  await ada.call(updateGroup, { user_group_id: target, ...managedBy(ada) })
  await add(ada, source, cleo)
  await server.runtime.timer.wake()
  const failed = ['failed', cleo.id, notAuthorized().message]
  assert.deepEqual((await outcomes(ada, automation))[0], failed)

  // a later editor's permissions don't count for older runs
  const edit = { automation_id: automation.automation_id, expected_revision: automation.revision }
  const { automation: edited } = await ada.call(api.updateAutomation, { ...edit, steps: [toPerson('Hi')] })
  const run_id = (await runsOf(ada, automation))[0]?.run_id ?? 0
  await ada.call(api.retryAutomationRun, { run_id })
  await server.runtime.timer.wake()
  assert.deepEqual((await outcomes(ada, automation))[0], failed)
  assert.deepEqual(await membersOf(ada, target), [ben.id])

  const holders = { direct_members: [ada.id, asUserId(automation.bot_id)], direct_subgroups: [] }
  await ada.call(updateGroup, { user_group_id: target, can_add_members_group: { new: holders } })
  await ada.call(api.retryAutomationRun, { run_id })
  await server.runtime.timer.wake()
  assert.deepEqual((await outcomes(ada, automation))[0], ['done', cleo.id, null])
  assert.equal(edited.changed_by, ada.id)
})

test('runs fail if the last editor was restricted or deactivated', async ({ ada, ben, cleo, server, society }) => {
  const council = await makeChannel(society.org, 'council', [ada, ben], { invite_only: true })
  const group = await makeGroup(ada, 'Weavers')
  await ada.call(updateOrganization, {
    can_manage_automations_group: { new: { direct_members: [ada.id, ben.id], direct_subgroups: [] } },
  } as never)
  const automation = await automate(ben, { trigger: joins(group), steps: [addToChannel(council)] })
  await ada.call(restrictUser, { user_id: ben.id, kind: 'read_only', until: null, reason: 'Spam' })
  await add(ada, group, cleo)
  await server.runtime.timer.wake()
  await ada.call(deactivateUser, { user_id: ben.id })
  await remove(ada, group, cleo)
  await add(ada, group, cleo)
  await server.runtime.timer.wake()
  assert.deepEqual(await outcomes(ada, automation), Array(2).fill(['failed', cleo.id, notAuthorized().message]))
  assert.equal(await isInChannel(ada, council, cleo), false)
})

test('archived channels, deactivated groups, and people who left again fail the run', async ({
  ada,
  ben,
  cleo,
  server,
  society,
}) => {
  const lounge = await makeChannel(society.org, 'lounge', [ada])
  const [source, target] = [await makeGroup(ada, 'Source'), await makeGroup(ada, 'Target')]
  const toChannel = await automate(ada, { trigger: joins(source), steps: [addToChannel(lounge)] })
  const toGroup = await automate(ada, { trigger: joins(source), steps: [addToGroup(target)] })
  await add(ada, source, cleo)
  await remove(ada, source, cleo)
  await server.runtime.timer.wake()
  for (const automation of [toChannel, toGroup])
    assert.deepEqual(await outcomes(ada, automation), [['failed', cleo.id, groupChangedSince().message]])
  await ada.call(archiveChannel, { stream_id: lounge })
  await ada.call(deactivateGroup, { user_group_id: target })
  await add(ada, source, ben)
  await server.runtime.timer.wake()
  assert.deepEqual((await outcomes(ada, toChannel))[0], ['failed', ben.id, 'This channel is archived.'])
  assert.equal((await runsOf(ada, toGroup))[0]?.state, 'failed')
})
