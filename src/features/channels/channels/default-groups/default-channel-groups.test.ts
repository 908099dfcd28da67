import { mustBeAdministrator, roles } from '#contract'
import { assert, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { invalidChannelName } from '../errors.ts'
import * as api from './api.ts'

test("administrators create groups of channels, and members' clients get an event for each change", async ({
  society,
  ada,
  ben,
  gus,
}) => {
  const [lunch, soup] = [await makeChannel(society.org, 'lunch', [ada]), await makeChannel(society.org, 'soup', [ada])]
  const watch = await ben.register('default_stream_groups')
  const guest = await gus.register('default_stream_groups')
  const groups = () => watch.reduced().realm_default_stream_groups as api.DefaultChannelGroup[]
  await ben.refused(api.createDefaultChannelGroup, { group_name: 'Food', stream_names: [] }, mustBeAdministrator)
  await ada.call(api.createDefaultChannelGroup, {
    group_name: ' Food ',
    description: 'All of it',
    stream_names: ['Lunch', 'lunch'],
  })
  await watch.agreesWithFreshRegister()
  const [group] = groups()
  assert.deepEqual(group, { id: group?.id, name: 'Food', description: 'All of it', streams: [lunch] })
  const group_id = group?.id as number
  await ada.call(api.changeDefaultChannelGroup, { group_id, op: 'add', stream_names: ['soup'] })
  await ada.call(api.updateDefaultChannelGroup, { group_id, new_group_name: 'Meals', new_description: '' })
  await watch.agreesWithFreshRegister()
  assert.deepEqual(groups(), [{ id: group_id, name: 'Meals', description: '', streams: [lunch, soup] }])
  await ada.call(api.changeDefaultChannelGroup, { group_id, op: 'remove', stream_names: ['lunch'] })
  await watch.agreesWithFreshRegister()
  await ada.call(api.updateDefaultChannelGroup, { group_id, new_group_name: 'Meals' })
  assert.equal((await watch.ops()).length, 4)
  await ada.call(api.deleteDefaultChannelGroup, { group_id })
  await watch.agreesWithFreshRegister()
  assert.deepEqual([groups(), await guest.ops()], [[], []])
})

test('invalid changes are refused and change nothing', async ({ society, ada }) => {
  await makeChannel(society.org, 'lunch', [ada])
  await makeChannel(society.org, 'club', [ada], { invite_only: true })
  const elsewhere = { group_id: 987_654 }
  const create = (group_name: string, stream_names: string[]) => ({ group_name, stream_names })
  await ada.call(api.createDefaultChannelGroup, create('Food', ['lunch']))
  const watch = await ada.register('default_stream_groups')
  const [{ id: group_id } = { id: 0 }] = watch.initial.realm_default_stream_groups as { id: number }[]
  await ada.refused(api.createDefaultChannelGroup, create('FOOD', []), api.groupNameTaken)
  await ada.refused(api.createDefaultChannelGroup, create('x', ['nothing']), invalidChannelName)
  for (const name of ['club', 'general'])
    await ada.refused(api.createDefaultChannelGroup, create('x', [name]), api.notForGroups)
  await ada.refused(api.createDefaultChannelGroup, create(' ', []))
  await ada.refused(api.createDefaultChannelGroup, create('x'.repeat(61), []))
  await ada.refused(api.updateDefaultChannelGroup, { ...elsewhere, new_group_name: 'x' }, api.noSuchGroup)
  await ada.refused(api.deleteDefaultChannelGroup, elsewhere, api.noSuchGroup)
  const change = { group_id, op: 'add' as const, stream_names: ['lunch'] }
  await ada.refused(api.changeDefaultChannelGroup, change, api.alreadyInGroup)
  await ada.refused(api.changeDefaultChannelGroup, { ...change, op: 'remove', stream_names: ['club'] }, api.notInGroup)
  await ada.refused(api.changeDefaultChannelGroup, { ...change, ...elsewhere }, api.noSuchGroup)
  assert.deepEqual(await watch.ops(), [])
})

test('a channel that becomes private, archived, or a default leaves its groups', async ({ society, ada, ben }) => {
  const names = ['one', 'two', 'three', 'four']
  const ids = []
  for (const name of names) ids.push(await makeChannel(society.org, name, [ada]))
  await ada.call(api.createDefaultChannelGroup, { group_name: 'All', stream_names: names })
  const member = await ben.register('default_stream_groups')
  const watch = await ada.register('default_stream_groups')
  await ada.send('PATCH', `/streams/${ids[0]}`, { is_private: true })
  await ada.send('DELETE', `/streams/${ids[1]}`)
  await ada.send('POST', '/default_streams', { stream_id: ids[2] })
  await watch.agreesWithFreshRegister()
  const [group] = watch.reduced().realm_default_stream_groups as api.DefaultChannelGroup[]
  assert.deepEqual(group?.streams, [ids[3]])
  for (const role of [roles.guest, roles.member]) {
    await ada.send('PATCH', `/users/${ben.id}`, { role })
    await member.agreesWithFreshRegister()
  }
})
