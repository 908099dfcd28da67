import { assert, type Person, test, type Watch } from '#test'
import { leaveChannel, makeChannel } from '../../../../test/harness/channel.ts'
import { deactivateUser } from '../../people/users/actions/index.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { invalidMessages } from '../messages/api/flags.ts'
import type { Message } from '../messages/wire.ts'
import { inThePast } from '../scheduled-messages/api.ts'
import { at, noon, passTo } from '../scheduled-messages/fixture.ts'
import * as api from './api.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))

const remind = async (
  person: Person,
  params: { message_id?: number; note?: string; scheduled_delivery_timestamp?: number },
) => (await person.call(api.createReminder, { scheduled_delivery_timestamp: at(60), ...params })).reminder_id

const listed = async (person: Person) => (await person.call(api.getReminders)).reminders

async function said(person: Person, watch: Watch): Promise<Message[]> {
  const bot = person.org.get(peopleCache).systemBot('notification-bot')
  const messages = (await watch.of('message')).map(({ message }) => message as Message)
  return messages.filter(({ sender_id }) => sender_id === bot.id)
}

test('a reminder of a channel message links to it and quotes it', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const message_id = await ben.sends('Who wants **soup**, @**Ada**?', { channel: lunch, topic: 'soup' })
  const watch = await ada.register('reminders', 'message')
  const reminder_id = await remind(ada, { message_id, note: 'bring a *spoon*' })
  const [reminder] = await listed(ada)
  const content = `You asked for a reminder about #**lunch>soup@${message_id}**, written by @_**Ben|${ben.id}**.

Your note: bring a *spoon*`
  assert.deepEqual(reminder, {
    reminder_id,
    type: 'private',
    to: [ada.id],
    content,
    rendered_content: reminder?.rendered_content,
    scheduled_delivery_timestamp: at(60),
    failed: false,
    reminder_target_message_id: message_id,
  })
  await watch.agreesWithFreshRegister()
  await passTo(server, 59)
  assert.deepEqual(await said(ada, watch), [])
  await passTo(server, 60)
  await passTo(server, 61)
  const [message, ...more] = await said(ada, watch)
  assert.deepEqual(more, [])
  assert.equal(message?.timestamp, at(60))
  assert.match(
    message?.content ?? '',
    new RegExp(`<a class="message-link" href="/#narrow/channel/${lunch}-lunch/topic/soup/near/${message_id}">`),
  )
  assert.match(message?.content ?? '', /Your note: bring a <em>spoon<\/em>/)
  assert.match(message?.content ?? '', /<blockquote>\s*<p>Who wants <strong>soup<\/strong>/)
  assert.deepEqual(await listed(ada), [])
  assert.deepEqual((await watch.of('message'))[0]?.flags, [], 'unread, and the quotation mentions nobody')
  assert.deepEqual(await watch.of('reminders', 'remove'), [{ type: 'reminders', op: 'remove', reminder_id }])
  await watch.agreesWithFreshRegister()
})

test('a reminder of a direct message links to its conversation', async ({ ada, ben, server }) => {
  const message_id = await ben.sends('Call me', ada)
  const watch = await ada.register('message')
  await remind(ada, { message_id })
  await passTo(server, 60)
  const [message] = await said(ada, watch)
  assert.match(message?.content ?? '', new RegExp(`href="/#narrow/dm/${ada.id},${ben.id}-dm/near/${message_id}"`))
  assert.match(message?.content ?? '', /<blockquote>\s*<p>Call me/)
})

test('a reminder needs no message', async ({ ada, server }) => {
  const watch = await ada.register('reminders', 'message')
  await remind(ada, { note: 'Water the plants' })
  await remind(ada, { scheduled_delivery_timestamp: at(30) })
  assert.ok((await listed(ada)).every((one) => !('reminder_target_message_id' in one)))
  await passTo(server, 90)
  const texts = (await said(ada, watch)).map(({ content }) => content)
  assert.deepEqual(texts.sort(), [
    '<p>You asked for a reminder.</p>',
    '<p>You asked for a reminder.</p>\n<p>Your note: Water the plants</p>',
  ])
  await watch.agreesWithFreshRegister()
})

test('a reminder without a time is sent right away', async ({ ada, server }) => {
  const watch = await ada.register('reminders', 'message')
  await ada.send('POST', '/reminders', { note: 'Now' })
  await server.runtime.timer.wake()
  const [message, ...more] = await said(ada, watch)
  assert.deepEqual(more, [])
  assert.match(message?.content ?? '', /Your note: Now/)
  assert.deepEqual(await listed(ada), [])
  await watch.agreesWithFreshRegister()
})

test('reminders are listed by time and can be deleted', async ({ ada, server }) => {
  const watch = await ada.register('reminders', 'message')
  const late = await remind(ada, { note: 'b', scheduled_delivery_timestamp: at(90) })
  const early = await remind(ada, { note: 'a', scheduled_delivery_timestamp: at(50) })
  await watch.agreesWithFreshRegister()
  assert.deepEqual(
    (await listed(ada)).map(({ reminder_id }) => reminder_id),
    [early, late],
  )
  await ada.call(api.deleteReminder, { reminder_id: early })
  await ada.refused(api.deleteReminder, { reminder_id: early }, api.noSuchReminder)
  await watch.agreesWithFreshRegister()
  await passTo(server, 100)
  assert.equal((await said(ada, watch)).length, 1)
  await ada.refused(api.deleteReminder, { reminder_id: late }, api.noSuchReminder)
})

test("other users' reminders are reported as missing", async ({ ada, ben }) => {
  const watch = await ben.register('reminders')
  const reminder_id = await remind(ada, { note: 'mine' })
  await ben.refused(api.deleteReminder, { reminder_id }, api.noSuchReminder)
  assert.deepEqual(await listed(ben), [])
  assert.deepEqual(await watch.ops(), [])
  assert.equal((await listed(ada)).length, 1)
})

test("a reminder can't reference an unreadable message", async ({ ada, ben, cleo, society }) => {
  const secret = await makeChannel(society.org, 'secret', [ada], { invite_only: true })
  const hidden = [await ada.sends('x', { channel: secret, topic: 'soup' }), await ada.sends('y', ben), 123_456_789]
  for (const message_id of hidden)
    await cleo.refused(api.createReminder, { message_id, scheduled_delivery_timestamp: at(60) }, invalidMessages)
  assert.deepEqual(await listed(cleo), [])
})

test('a reminder quotes the message as it is at delivery', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const message_id = await ben.sends('old words', { channel: lunch, topic: 'soup' })
  const watch = await ada.register('message')
  await remind(ada, { message_id })
  await society.org.transact(null, async ({ tx }) => {
    await tx.updateTable('message').set({ content: 'new words', topic: 'salad' }).where('id', '=', message_id).execute()
  })
  await passTo(server, 60)
  const [message] = await said(ada, watch)
  assert.match(message?.content ?? '', /topic\/salad\/near.*<blockquote>\s*<p>new words/s)
})

test("a message deleted or hidden since isn't quoted", async ({ ada, ben, server, society }) => {
  const secret = await makeChannel(society.org, 'secret', [ada, ben], { invite_only: true })
  const deleted = await ada.sends('gone words', ben)
  const hidden = await ada.sends('secret words', { channel: secret, topic: 'soup' })
  const watch = await ben.register('message')
  await remind(ben, { message_id: deleted, note: 'first' })
  await remind(ben, { message_id: hidden, note: 'second' })
  await society.org.transact(null, async ({ tx }) => {
    await tx.deleteFrom('message').where('id', '=', deleted).execute()
  })
  await leaveChannel(society.org, secret, ben)
  await passTo(server, 60)
  const texts = (await said(ben, watch)).map(({ content }) => content)
  assert.equal(texts.length, 2)
  for (const text of texts) {
    assert.match(text, /deleted or that you can no longer read/)
    assert.ok(!/words|#secret/.test(text), text)
  }
  assert.ok(texts.some((text) => text.includes('Your note: first')))
})

test("code fences and maximum lengths don't break the text", async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const open = await ben.sends('```quote\ninner\n````text\nnever closed', { channel: lunch, topic: 'soup' })
  const long = await ben.sends('🍊'.repeat(10_000), { channel: lunch, topic: 'soup' })
  const watch = await ada.register('message')
  await remind(ada, { message_id: open, note: 'plain' })
  await remind(ada, { message_id: long, note: `~~~\n${'n'.repeat(490)}`, scheduled_delivery_timestamp: at(61) })
  await passTo(server, 61)
  const contents = (await said(ada, watch)).map(({ content }) => content)
  const [first, second] = contents.sort((a, b) => a.length - b.length)
  assert.match(first ?? '', /never closed.*<\/blockquote>$/s)
  assert.match(second ?? '', /<\/blockquote>.*n{490}/s)
  const rows = await society.org.db.read((tx) => tx.selectFrom('message').select('content').execute())
  for (const { content } of rows) assert.ok([...content].length <= 10_000)
})

test("names that the link syntax can't express are linked by URL", async ({ ada, server, society }) => {
  const odd = await makeChannel(society.org, 'a > b', [ada])
  const message_id = await ada.sends('x', { channel: odd, topic: 'stars * and @12' })
  const watch = await ada.register('message')
  await remind(ada, { message_id })
  await passTo(server, 60)
  const [message] = await said(ada, watch)
  assert.match(
    message?.content ?? '',
    new RegExp(`<a href="/#narrow/channel/${odd}-[^"]*/near/${message_id}">this message</a>`),
  )
})

test('a reminder is delivered even if the server is late', async ({ ada, server }) => {
  const watch = await ada.register('message')
  await remind(ada, { note: 'Better late' })
  await passTo(server, 86_400)
  assert.equal((await said(ada, watch)).length, 1)
})

test('deactivated users get no reminders', async ({ ada, ben, server, society }) => {
  await remind(ben, { note: 'x' })
  await society.org.transact(ada.id, async (mutation) => {
    const account = mutation.get(peopleCache).byId.get(ben.id)
    assert.ok(account)
    await deactivateUser(mutation, account)
  })
  await passTo(server, 60)
  const left = await society.org.db.read((tx) =>
    tx.selectFrom('reminder').select('id').where('user_id', '=', ben.id).execute(),
  )
  assert.equal(left.length, 0)
})

test('invalid reminders are refused and not stored', async ({ ada }) => {
  const good = { note: 'x', scheduled_delivery_timestamp: at(60) }
  for (const time of [at(0), at(-1), 0]) {
    const error = await ada.refusedRaw('POST', '/reminders', { ...good, scheduled_delivery_timestamp: time })
    assert.equal(error.message, inThePast.message)
  }
  const bad: [string, unknown][] = [
    ['scheduled_delivery_timestamp', -1],
    ['scheduled_delivery_timestamp', 1.5],
    ['scheduled_delivery_timestamp', 253_402_300_800],
    ['scheduled_delivery_timestamp', 'tomorrow'],
    ['scheduled_delivery_timestamp', '9'.repeat(400)],
    ['message_id', -1],
    ['message_id', 'x'],
    ['message_id', [1]],
    ['note', 'x'.repeat(501)],
    ['note', 'a\u0000b'],
  ]
  for (const [name, value] of bad) {
    const error = await ada.refusedRaw('POST', '/reminders', { ...good, [name]: value })
    assert.equal(error.status, 400)
    assert.match(error.message, new RegExp(name))
  }
  assert.deepEqual(await listed(ada), [])
  await remind(ada, { note: '🍊'.repeat(500), scheduled_delivery_timestamp: 253_402_300_799 })
})
