import { mustBeAdministrator } from '#contract'
import { assert, type Person, test } from '#test'
import { createChannel } from '../../subscriptions/api.ts'
import { getChannel, updateChannel } from '../api.ts'
import * as api from './api.ts'

const make = async (person: Person, name: string, description = '') =>
  (await person.call(api.createChannelFolder, { name, description })).channel_folder_id
const folders = async (person: Person, include_archived = false) =>
  (await person.call(api.getChannelFolders, { include_archived })).channel_folders

test('folders are created, changed, sorted, archived, and restored, and clients follow', async ({ ada, gus }) => {
  const watch = await gus.register('channel_folders', 'channel_folder')
  const first = await make(ada, ' Work ', '*All* of it')
  const second = await make(ada, 'Leisure')
  assert.deepEqual(
    (await folders(gus)).map(({ id, name, order, rendered_description }) => [id, name, order, rendered_description]),
    [
      [first, 'Work', 0, '<p><em>All</em> of it</p>'],
      [second, 'Leisure', 1, ''],
    ],
  )
  await ada.call(api.updateChannelFolder, { channel_folder_id: first, name: 'work', description: 'Some' })
  await ada.call(api.updateChannelFolder, { channel_folder_id: first, name: 'work', is_archived: false })
  await ada.call(api.reorderChannelFolders, { order: [second, first] })
  await ada.call(api.updateChannelFolder, { channel_folder_id: first, is_archived: true })
  assert.deepEqual(
    (await folders(gus)).map(({ id }) => id),
    [second],
  )
  assert.deepEqual(
    (await folders(gus, true)).map(({ id }) => id),
    [second, first],
  )
  await ada.call(api.updateChannelFolder, { channel_folder_id: first, is_archived: false })
  assert.deepEqual(await watch.ops(), [
    'channel_folder/add',
    'channel_folder/add',
    'channel_folder/update',
    'channel_folder/reorder',
    'channel_folder/update',
    'channel_folder/update',
  ])
  await watch.agreesWithFreshRegister()
})

test('names are unique among active folders', async ({ ada }) => {
  const first = await make(ada, 'Work')
  await ada.refused(api.createChannelFolder, { name: 'wORK' }, api.folderNameTaken)
  await ada.call(api.updateChannelFolder, { channel_folder_id: first, is_archived: true })
  const second = await make(ada, 'Work')
  await ada.refused(api.updateChannelFolder, { channel_folder_id: first, is_archived: false }, api.folderNameTaken)
  await ada.call(api.updateChannelFolder, { channel_folder_id: first, is_archived: false, name: 'Old work' })
  await ada.refused(api.updateChannelFolder, { channel_folder_id: second, name: 'old work' }, api.folderNameTaken)
})

test('bad input is refused and changes nothing', async ({ ada }) => {
  const id = await make(ada, 'Work')
  const before = await folders(ada, true)
  for (const name of ['', ' ', 'a'.repeat(61), 'a\nb']) {
    await ada.refused(api.createChannelFolder, { name })
    await ada.refused(api.updateChannelFolder, { channel_folder_id: id, name })
  }
  await ada.refused(api.updateChannelFolder, { channel_folder_id: id, description: 'x'.repeat(1025) })
  await ada.refused(api.updateChannelFolder, { channel_folder_id: 999_999, name: 'x' }, api.noSuchFolder)
  for (const order of [[], [id, id], [id, 999_999]])
    await ada.refused(api.reorderChannelFolders, { order }, api.incompleteOrder)
  assert.deepEqual(await folders(ada, true), before)
})

test('only administrators can change folders', async ({ ada, momo, ben, ines }) => {
  const id = await make(ada, 'Work')
  for (const person of [momo, ben]) {
    await person.refused(api.createChannelFolder, { name: 'x' }, mustBeAdministrator)
    await person.refused(api.updateChannelFolder, { channel_folder_id: id, name: 'x' }, mustBeAdministrator)
    await person.refused(api.reorderChannelFolders, { order: [id] }, mustBeAdministrator)
  }
  await make(ines, 'More')
})

test("a folder with channels can't be archived, and an archived one accepts none", async ({ ada, ben }) => {
  const folder_id = await make(ada, 'Work')
  const archived = await make(ada, 'Old')
  const { id: stream_id } = await ben.call(createChannel, { name: 'Garden', subscribers: [ben.id], folder_id })
  const watch = await ben.register('stream', 'subscription')
  const archive = { channel_folder_id: folder_id, is_archived: true }
  await ada.refused(api.updateChannelFolder, archive, api.folderInUse)
  await ada.call(api.updateChannelFolder, { channel_folder_id: archived, is_archived: true })
  await ben.refused(updateChannel, { stream_id, folder_id: archived }, api.folderArchived)
  await ben.refused(createChannel, { name: 'New', subscribers: [], folder_id: archived }, api.folderArchived)
  await ben.refused(createChannel, { name: 'New', subscribers: [], folder_id: 999_999 }, api.noSuchFolder)
  await ben.call(updateChannel, { stream_id, folder_id: null })
  assert.equal((await ben.call(getChannel, { stream_id })).stream.folder_id, null)
  await watch.agreesWithFreshRegister()
  await ada.call(api.updateChannelFolder, archive)
})
