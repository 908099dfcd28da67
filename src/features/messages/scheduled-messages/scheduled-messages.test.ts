import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { noSuchChannelId } from '../../channels/channels/errors.ts'
import { invalidUserId } from '../../people/users/errors.ts'
import { emptyTopicRefused, namedTopicRefused } from '../messages/errors.ts'
import * as api from './api.ts'
import { alterChannel, at, noon, passTo, pending, schedule } from './fixture.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))

test('messages of every type can be scheduled and are listed by time', async ({ ada, ben, cleo, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const watch = await ada.register('scheduled_messages')
  const ids = [
    await schedule(ada, {
      type: 'direct',
      to: [cleo.id, ben.id, ada.id, ben.id],
      scheduled_delivery_timestamp: at(90),
    }),
    await schedule(ada, { type: 'private', to: ben.id, content: 'Hello **there**\n', topic: 'of no meaning' }),
    await schedule(ada, { type: 'stream', to: lunch, topic: ' soup ', scheduled_delivery_timestamp: at(70) }),
    await schedule(ada, { type: 'channel', to: [lunch], topic: '(no topic)', scheduled_delivery_timestamp: at(65) }),
    await schedule(ada, { type: 'direct', to: [], scheduled_delivery_timestamp: at(99) }).catch(() => 0),
    await schedule(ada, { type: 'direct', to: [ada.id], scheduled_delivery_timestamp: at(95) }),
  ]
  const common = { content: 'Hi', rendered_content: '<p>Hi</p>', failed: false }
  assert.deepEqual(await pending(ada), [
    {
      ...common,
      scheduled_message_id: ids[1],
      type: 'private',
      to: [ben.id],
      content: 'Hello **there**',
      rendered_content: '<p>Hello <strong>there</strong></p>',
      scheduled_delivery_timestamp: at(60),
    },
    {
      ...common,
      scheduled_message_id: ids[3],
      type: 'stream',
      to: lunch,
      topic: '',
      scheduled_delivery_timestamp: at(65),
    },
    {
      ...common,
      scheduled_message_id: ids[2],
      type: 'stream',
      to: lunch,
      topic: 'soup',
      scheduled_delivery_timestamp: at(70),
    },
    {
      ...common,
      scheduled_message_id: ids[0],
      type: 'private',
      to: [ben.id, cleo.id],
      scheduled_delivery_timestamp: at(90),
    },
    { ...common, scheduled_message_id: ids[5], type: 'private', to: [ada.id], scheduled_delivery_timestamp: at(95) },
  ])
  assert.equal(ids[4], 0, 'nobody to send to')
  assert.deepEqual(await watch.ops(), ['add', 'add', 'add', 'add', 'add'])
  await watch.agreesWithFreshRegister()
})

test('every field of a scheduled message can be changed', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const watch = await ada.register('scheduled_messages')
  const scheduled_message_id = await schedule(ada, { to: [ben.id] })
  const later = await schedule(ada, { to: [ben.id], scheduled_delivery_timestamp: at(70) })
  const edit = (changes: object) => ada.call(api.updateScheduledMessage, { scheduled_message_id, ...changes })
  const it = async () => (await pending(ada)).find((one) => one.scheduled_message_id === scheduled_message_id)

  await edit({ content: 'Hello', scheduled_delivery_timestamp: at(80) })
  assert.deepEqual(
    (await pending(ada)).map((one) => one.scheduled_message_id),
    [later, scheduled_message_id],
  )
  await watch.agreesWithFreshRegister()
  await edit({ type: 'stream', to: lunch, topic: 'soup' })
  assert.deepEqual(await it(), {
    scheduled_message_id,
    type: 'stream',
    to: lunch,
    topic: 'soup',
    content: 'Hello',
    rendered_content: '<p>Hello</p>',
    scheduled_delivery_timestamp: at(80),
    failed: false,
  })
  await edit({ topic: 'salad', type: 'channel' })
  assert.equal((await it())?.topic, 'salad')
  await edit({ type: 'direct', to: [ada.id, ben.id], topic: 'of no meaning' })
  assert.deepEqual(await it(), {
    scheduled_message_id,
    type: 'private',
    to: [ben.id],
    content: 'Hello',
    rendered_content: '<p>Hello</p>',
    scheduled_delivery_timestamp: at(80),
    failed: false,
  })
  await edit({})
  assert.deepEqual(await watch.ops(), ['add', 'add', 'update', 'update', 'update', 'update'])
  await watch.agreesWithFreshRegister()
})

test('a new type needs recipients, and a topic for channels', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const scheduled_message_id = await schedule(ada, { to: [ben.id] })
  await ada.refused(api.updateScheduledMessage, { scheduled_message_id, type: 'stream' }, api.recipientNeeded)
  const error = await ada.refused(api.updateScheduledMessage, { scheduled_message_id, type: 'stream', to: lunch })
  assert.deepEqual([error.code, error.fields], ['REQUEST_VARIABLE_MISSING', { var_name: 'topic' }])
  assert.equal((await pending(ada))[0]?.type, 'private')
  const soup = await makeChannel(society.org, 'soup', [ada])
  await ada.call(api.updateScheduledMessage, { scheduled_message_id, type: 'channel', to: lunch, topic: '' })
  const again = await ada.refused(api.updateScheduledMessage, { scheduled_message_id, type: 'channel', to: soup })
  assert.deepEqual(again.fields, { var_name: 'topic' })
  await ada.call(api.updateScheduledMessage, { scheduled_message_id, to: soup })
  assert.deepEqual([(await pending(ada))[0]?.to, (await pending(ada))[0]?.topic], [soup, ''])
})

test('a deleted message is never sent', async ({ ada, ben, server }) => {
  const watch = await ada.register('scheduled_messages')
  const inbox = await ben.register('message')
  const scheduled_message_id = await schedule(ada, { to: [ben.id] })
  await ada.call(api.deleteScheduledMessage, { scheduled_message_id })
  assert.deepEqual(await pending(ada), [])
  await passTo(server, 61)
  assert.deepEqual(await inbox.ops(), [])
  await ada.refused(api.deleteScheduledMessage, { scheduled_message_id }, api.noSuchScheduledMessage)
  await ada.refused(api.updateScheduledMessage, { scheduled_message_id, content: 'x' }, api.noSuchScheduledMessage)
  assert.deepEqual(await watch.ops(), ['add', 'remove'])
  await watch.agreesWithFreshRegister()
})

test("other users' scheduled messages are reported as missing", async ({ ada, ben }) => {
  const scheduled_message_id = await schedule(ada, { to: [ben.id] })
  const watch = await ben.register('scheduled_messages')
  for (const person of [ben]) {
    await person.refused(api.updateScheduledMessage, { scheduled_message_id, content: 'x' }, api.noSuchScheduledMessage)
    await person.refused(api.updateScheduledMessage, { scheduled_message_id }, api.noSuchScheduledMessage)
    await person.refused(api.deleteScheduledMessage, { scheduled_message_id }, api.noSuchScheduledMessage)
    assert.deepEqual(await pending(person), [])
  }
  assert.deepEqual(await watch.ops(), [])
  assert.equal((await pending(ada))[0]?.content, 'Hi')
})

const nothingStored = async (person: Person) => assert.deepEqual(await pending(person), [])

test('errors name an invisible or missing channel by its ID', async ({ ada, ben, society }) => {
  const secret = await makeChannel(society.org, 'secret', [ada], { invite_only: true })
  for (const to of [123_456, secret]) {
    const params = { type: 'channel' as const, to, topic: 'x', content: 'x', scheduled_delivery_timestamp: at(60) }
    const error = await ben.refused(api.createScheduledMessage, params, noSuchChannelId)
    assert.deepEqual(error.fields, { stream_id: to })
  }
  await nothingStored(ben)
})

test("a message that can't be sent now can't be scheduled", async ({ ada, ben, gus, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const direct = { type: 'direct' as const, content: 'x', scheduled_delivery_timestamp: at(60) }
  const channel = { ...direct, type: 'channel' as const, to: lunch }
  await ben.refused(api.createScheduledMessage, { ...direct, to: [123_456] }, invalidUserId)
  await gus.refused(api.createScheduledMessage, { ...channel, topic: 'x' })
  await alterChannel(ada, lunch, { topics_policy: 'disable_empty_topic' })
  for (const topic of ['', '(no topic)', 'general chat', '  '])
    await ben.refused(api.createScheduledMessage, { ...channel, topic }, emptyTopicRefused)
  await alterChannel(ada, lunch, { topics_policy: 'empty_topic_only' })
  await ben.refused(api.createScheduledMessage, { ...channel, topic: 'x' }, namedTopicRefused)
  await alterChannel(ada, lunch, { archived_at: new Date() })
  await ben.refused(api.createScheduledMessage, { ...channel, topic: '' })
  const missing = await ben.refused(api.createScheduledMessage, channel)
  assert.deepEqual(missing.fields, { var_name: 'topic' })
  for (const person of [ben, gus]) await nothingStored(person)
})

test('the time must be valid and in the future', async ({ ada }) => {
  const message = { type: 'direct', to: [ada.id], content: 'x' }
  for (const time of [at(0), at(-1), 0, 1]) {
    const params = { ...message, scheduled_delivery_timestamp: time }
    const error = await ada.refusedRaw('POST', '/scheduled_messages', params)
    assert.equal(error.message, api.inThePast.message, `${time}`)
  }
  const absurd = ['-5', '1.5', '253402300800', '1e300', '9'.repeat(400), 'true', 'null', '"1905249600"', '[1905249600]']
  for (const time of [...absurd, 'tomorrow', '', 'NaN', 'Infinity']) {
    const params = { ...message, scheduled_delivery_timestamp: time }
    const error = await ada.refusedRaw('POST', '/scheduled_messages', params)
    assert.equal(error.status, 400)
    assert.match(error.message, /scheduled_delivery_timestamp/, time)
  }
  await nothingStored(ada)
  const scheduled_message_id = await schedule(ada, { scheduled_delivery_timestamp: 253_402_300_799 })
  for (const time of [at(-5), -1, 0.5]) {
    await ada.refusedRaw('PATCH', `/scheduled_messages/${scheduled_message_id}`, { scheduled_delivery_timestamp: time })
    assert.equal((await pending(ada))[0]?.scheduled_delivery_timestamp, 253_402_300_799)
  }
})

test('invalid texts and recipients are refused and not stored', async ({ ada, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const good = { type: 'channel', to: lunch, topic: 't', content: 'x', scheduled_delivery_timestamp: at(60) }
  const bad: Record<string, unknown>[] = [
    { type: 'stream2' },
    { type: '' },
    { to: 'lunch' },
    { to: '"lunch"' },
    { to: ['lunch'] },
    { to: [lunch, lunch + 1] },
    { to: [] },
    { to: 1.5 },
    { to: { id: lunch } },
    { to: 1e300 },
    { topic: 'x'.repeat(61) },
    { topic: 'a\u0000b' },
    { topic: 'a\u0007b' },
    { content: '' },
    { content: ' \n' },
    { content: 'x'.repeat(10_001) },
    { content: 'a\u0000b' },
    { read_by_sender: 'maybe' },
    { read_by_sender: 3 },
  ]
  for (const change of bad) {
    const error = await ada.refusedRaw('POST', '/scheduled_messages', { ...good, ...change })
    assert.equal(error.status, 400, JSON.stringify(change))
  }
  for (const name of ['type', 'to', 'content', 'scheduled_delivery_timestamp']) {
    const { [name]: _, ...rest } = good as Record<string, unknown>
    const error = await ada.refusedRaw('POST', '/scheduled_messages', rest)
    assert.deepEqual([error.code, error.fields], ['REQUEST_VARIABLE_MISSING', { var_name: name }])
  }
  await nothingStored(ada)
  const id = await schedule(ada, { type: 'channel', to: lunch, topic: 't', content: '🍊'.repeat(10_000) })
  const before = await pending(ada)
  for (const change of bad.filter((one) => !('read_by_sender' in one)))
    await ada.refusedRaw('PATCH', `/scheduled_messages/${id}`, change)
  assert.deepEqual(await pending(ada), before)
})
