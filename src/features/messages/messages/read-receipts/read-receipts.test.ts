import { assert, test } from '#test'
import { joinChannel, makeChannel } from '../../../../../test/harness/channel.ts'
import { choose } from '../../../../../test/harness/settings.ts'
import { muteUser } from '../../mutes/users/api.ts'
import { invalidMessages, markAllAsRead, updateMessageFlags } from '../api/flags.ts'
import * as api from './api.ts'

test('receipts list receivers who read a message, but never its sender', async ({ ada, ben, cleo, gus, society }) => {
  const to = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const message_id = await ada.sends('Hi', { channel: to, topic: 'soup' })
  await joinChannel(society.org, to, gus, ada)
  await ada.sends('Hi', { channel: to, topic: 'soup' })
  await gus.call(markAllAsRead)
  const read = () => ada.call(api.getReadReceipts, { message_id })
  assert.deepEqual((await read()).user_ids, [])
  const flag = { messages: [message_id], op: 'add' as const, flag: 'read' }
  await cleo.call(updateMessageFlags, flag)
  await ben.call(updateMessageFlags, flag)
  await ada.call(updateMessageFlags, flag)
  assert.deepEqual((await read()).user_ids, [ben.id, cleo.id])
  await ben.call(updateMessageFlags, { ...flag, op: 'remove' })
  assert.deepEqual((await read()).user_ids, [cleo.id])
})

test('receipts leave out users who hide them, and require access to the message', async ({ ada, ben, cleo }) => {
  const message_id = await ada.sends('Hi', ben)
  await ben.call(updateMessageFlags, { messages: [message_id], op: 'add', flag: 'read' })
  await cleo.refused(api.getReadReceipts, { message_id }, invalidMessages)
  await choose(ben, { send_read_receipts: false })
  assert.deepEqual((await ada.call(api.getReadReceipts, { message_id })).user_ids, [])
})

test('receipts leave out users muted in either direction', async ({ ada, ben, cleo }) => {
  const message_id = await ada.sends('Hi', [ben, cleo])
  for (const person of [ben, cleo])
    await person.call(updateMessageFlags, { messages: [message_id], op: 'add', flag: 'read' })
  await ben.call(muteUser, { muted_user_id: cleo.id })
  assert.deepEqual((await ben.call(api.getReadReceipts, { message_id })).user_ids, [ben.id])
  assert.deepEqual((await cleo.call(api.getReadReceipts, { message_id })).user_ids, [cleo.id])
  assert.deepEqual((await ada.call(api.getReadReceipts, { message_id })).user_ids, [ben.id, cleo.id])
})
