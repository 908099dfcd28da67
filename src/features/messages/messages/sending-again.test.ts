import { assert, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { forgetKeys } from './actions/send-once.ts'
import { deleteMessage } from './api/delete.ts'
import { updateMessage } from './api/edit.ts'
import { sendMessage } from './api/send.ts'

const written = (org: { id: number }, server: { runtime: { db: import('#platform/db').Database } }, content: string) =>
  server.runtime.db.read((tx) =>
    tx.selectFrom('message').select('id').where('org_id', '=', org.id).where('content', '=', content).execute(),
  )

test('sending again with the same idempotency key returns the same message', async ({ ada, ben, society, server }) => {
  const to = await makeChannel(society.org, 'lunch', [ada, ben])
  const inbox = await ben.register('message')
  const draft = { type: 'channel', to, topic: 'soup', content: 'Leek', idempotency_key: 'a-1' } as const
  const { id, ignored_parameters_unsupported } = await ada.call(sendMessage, draft)
  assert.equal(ignored_parameters_unsupported, undefined)
  assert.equal((await ada.call(sendMessage, draft)).id, id)
  // the first text counts, not later ones with the same key
  assert.equal((await ada.call(sendMessage, { ...draft, content: 'Onion' })).id, id)
  assert.equal((await inbox.of('message')).length, 1)
  assert.equal((await written(society.org, server, 'Leek')).length, 1)
  // another user's message with the same key is separate, and so is one with another key
  const others = [
    (await ben.call(sendMessage, draft)).id,
    (await ada.call(sendMessage, { ...draft, idempotency_key: 'a-2' })).id,
  ]
  assert.equal(new Set([id, ...others]).size, 3)
})

test('concurrent requests with one key send one message', async ({ ada, ben, society, server }) => {
  const to = [ben.id]
  const draft = { type: 'direct', to, content: 'All at once', idempotency_key: 'storm' } as const
  const answers = await Promise.all(Array.from({ length: 12 }, () => ada.call(sendMessage, draft)))
  assert.equal(new Set(answers.map(({ id }) => id)).size, 1)
  assert.equal((await written(society.org, server, 'All at once')).length, 1)
})

test("a retry succeeds even if the message couldn't be sent anymore", async ({ ada, ben, society }) => {
  const to = await makeChannel(society.org, 'lunch', [ada, ben])
  const draft = { type: 'channel', to, topic: 'soup', content: 'Leek', idempotency_key: 'gone' } as const
  const { id } = await ben.call(sendMessage, draft)
  await ada.call(deleteMessage, { message_id: id })
  assert.equal((await ben.call(sendMessage, draft)).id, id, 'deleted')
  await ada.send('DELETE', `/streams/${to}`)
  assert.equal((await ben.call(sendMessage, draft)).id, id, 'in a channel that is archived')
})

test('a refused message leaves its key unused', async ({ ada, ben, society }) => {
  const to = await makeChannel(society.org, 'lunch', [ada, ben])
  const draft = { type: 'channel', to, topic: 'soup', content: 'Leek', idempotency_key: 'again' } as const
  await ada.refused(sendMessage, { ...draft, to: 999_999 })
  assert.ok((await ada.call(sendMessage, draft)).id > 0)
})

test('a key is a text of 1 to 100 characters', async ({ ada }) => {
  const draft = { type: 'direct' as const, to: [ada.id], content: 'Hi' }
  for (const key of ['', 'k'.repeat(101)]) {
    const { message } = await ada.refused(sendMessage, { ...draft, idempotency_key: key })
    assert.match(message, /idempotency_key/)
  }
  await ada.call(sendMessage, { ...draft, idempotency_key: '🧅'.repeat(100) })
})

test('a key is remembered for seven days', async ({ ada, server }) => {
  const begun = new Date('2027-03-01T08:00:00Z').getTime()
  const draft = { type: 'direct' as const, to: [ada.id], content: 'Hi', idempotency_key: 'week' }
  server.clock.set(new Date(begun))
  const { id } = await ada.call(sendMessage, draft)
  const days = async (n: number) => {
    server.clock.set(new Date(begun + n * 86_400_000))
    await forgetKeys.run(ada.org, server.runtime, () => true)
    return (await ada.call(sendMessage, draft)).id
  }
  assert.equal(await days(6.9), id)
  assert.notEqual(await days(7.1), id)
  server.clock.release()
})

test('sending again returns links to where the message is now', async ({ ada, ben, society }) => {
  const to = await makeChannel(society.org, 'lunch', [ada, ben])
  const draft = { type: 'channel', to, topic: 'soup', content: 'Leek', idempotency_key: 'a-1' } as const
  const { id } = await ada.call(sendMessage, draft)
  await ada.call(updateMessage, { message_id: id, topic: 'stew' })
  const again = await ada.call(sendMessage, draft)
  assert.match(again.message_url as string, new RegExp(`/topic/stew/near/${id}$`))
  await ada.call(deleteMessage, { message_id: id })
  const gone = await ada.call(sendMessage, draft)
  assert.deepEqual([gone.id, gone.message_url, gone.message_link], [id, undefined, undefined])
})
