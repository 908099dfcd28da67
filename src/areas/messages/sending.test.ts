import { assert, type Person, test } from '#test'
import { sendMessage } from './api/send.ts'

const direct = (from: Person, to: number[], content: string) => from.call(sendMessage, { type: 'direct', to, content })

test('a direct message reaches its people, rendered, and nobody else', async ({ ada, ben, cleo }) => {
  const watches = [
    await ada.register('message'),
    await ben.register('message'),
    await cleo.register('message'),
  ] as const
  const { id } = await direct(ada, [ben.id], 'Hello **there**')
  const [sent] = await watches[0].of('message')
  assert.deepEqual(sent?.flags, [])
  const event = await watches[1].until(({ type }) => type === 'message')
  const message = event.message as { id: number; content: string; display_recipient: { id: number }[] }
  assert.equal(message.id, id)
  assert.equal(message.content, '<p>Hello <strong>there</strong></p>')
  assert.deepEqual(
    message.display_recipient.map((one) => one.id),
    [ada.id, ben.id],
  )
  assert.deepEqual(await watches[2].ops(), [])
})

test('the sending queue, and no other, hears the local name of its message', async ({ ada, ben }) => {
  const mine = await ada.register('message')
  const other = await ada.register('message')
  const theirs = await ben.register('message')
  await ada.call(sendMessage, {
    type: 'direct',
    to: [ben.id],
    content: 'Hi',
    queue_id: mine.queueId,
    local_id: '7.01',
    read_by_sender: true,
  })
  const [event] = await mine.of('message')
  assert.equal(event?.local_message_id, '7.01')
  assert.deepEqual(event?.flags, ['read'])
  for (const watch of [other, theirs]) assert.ok(!('local_message_id' in ((await watch.of('message'))[0] ?? {})))
})
