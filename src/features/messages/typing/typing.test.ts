import { assert, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { choose } from '../../../../test/harness/settings.ts'
import { noSuchChannelId } from '../../channels/channels/errors.ts'
import { cannotSendDirectly } from '../messages/api/send.ts'
import * as api from './api.ts'

test("typing events reach a direct conversation's people and aren't stored", async ({ ada, ben, cleo }) => {
  const watch = await ben.register('typing')
  const other = await cleo.register('typing')
  await ada.call(api.setTypingStatus, { op: 'start', to: [ben.id] })
  await ada.send('POST', '/typing', { op: 'stop', type: 'direct', to: JSON.stringify(`[${ben.id}]`) })
  const person = ({ id, email }: { id: number; email: string }) => ({ user_id: id, email })
  const common = { type: 'typing', message_type: 'direct', sender: person(ada), recipients: [person(ada), person(ben)] }
  assert.deepEqual(await watch.of('typing'), [
    { op: 'start', ...common },
    { op: 'stop', ...common },
  ])
  assert.deepEqual(await other.ops(), [])
})

test('subscribers get typing events in a channel if their client supports them', async ({
  ada,
  ben,
  cleo,
  society,
}) => {
  const stream_id = await makeChannel(society.org, 'lunch', [ada, ben])
  const watch = await ben.register('typing')
  const older = await ben.registerWith({ event_types: ['typing'], client_capabilities: {} })
  const other = await cleo.register('typing')
  await ada.call(api.setTypingStatus, { op: 'start', type: 'channel', stream_id, topic: 'soup' })
  const [heard] = await watch.of('typing')
  assert.deepEqual(heard, {
    type: 'typing',
    op: 'start',
    message_type: 'stream',
    sender: { user_id: ada.id, email: ada.email },
    stream_id,
    topic: 'soup',
  })
  assert.deepEqual(await older.ops(), [])
  assert.deepEqual(await other.ops(), [])
})

test('typing events respect the settings of sender and recipient', async ({ ada, ben }) => {
  await choose(ben, { receives_typing_notifications: false })
  const watch = await ben.register('typing')
  await ada.call(api.setTypingStatus, { op: 'start', to: [ben.id] })
  assert.deepEqual(await watch.ops(), [])
  await choose(ada, { send_private_typing_notifications: false })
  await ada.refused(api.setTypingStatus, { op: 'start', to: [ben.id] }, api.typingTurnedOff)
})

test("users who can't send a direct message can't announce typing it", async ({ ada, ben, cleo }) => {
  await ada.send('PATCH', '/realm', {
    direct_message_permission_group: { direct_members: [ada.id], direct_subgroups: [] },
  })
  const watch = await cleo.register('typing')
  await ben.refused(api.setTypingStatus, { op: 'start', to: [cleo.id] }, cannotSendDirectly)
  assert.deepEqual(await watch.ops(), [])
  await ben.call(api.setTypingStatus, { op: 'start', to: [ada.id] })
})

test('missing and inaccessible targets are refused', async ({ ada, ben, society }) => {
  const stream_id = await makeChannel(society.org, 'secret', [ada], { invite_only: true })
  await ben.refused(api.setTypingStatus, { op: 'start' }, api.noRecipients)
  await ben.refused(api.setTypingStatus, { op: 'start', type: 'channel', topic: 'x' }, api.missingChannel)
  await ben.refused(api.setTypingStatus, { op: 'start', type: 'channel', stream_id }, api.missingTopic)
  const asked = { op: 'start', type: 'channel', topic: 'x' } as const
  await ben.refused(api.setTypingStatus, { ...asked, stream_id }, noSuchChannelId)
  await ben.refused(api.setTypingStatus, { ...asked, stream_id: stream_id + 99 }, noSuchChannelId)
})

test('everyone with a message sees that its sender is editing it', async ({ ada, ben }) => {
  const message_id = await ada.sends('Helo', ben)
  const watch = await ben.register('typing_edit_message')
  await ada.call(api.setEditTypingStatus, { message_id, op: 'start' })
  await ben.refused(api.setEditTypingStatus, { message_id, op: 'start' }, api.notYourMessage)
  assert.deepEqual(await watch.of('typing_edit_message'), [
    {
      type: 'typing_edit_message',
      op: 'start',
      sender_id: ada.id,
      message_id,
      recipient: { type: 'direct', user_ids: [ada.id, ben.id] },
    },
  ])
})
