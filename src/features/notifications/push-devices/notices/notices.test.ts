import { asConversationId, asMessageId, asUserId } from '#contract'
import { assert, test } from '#test'
import { PushApp } from '../../../../../test/peers/push-app.ts'
import { endQuietTime, pauseNotifications } from '../../../people/quiet-times/api.ts'
import * as api from '../api.ts'
import { answered, direct, pushScene, subscribe, toChannel } from './fixture.ts'
import { maxBytes, messagePayload } from './payload.ts'

const scene = pushScene()

test('a direct message reaches every device of its receivers, encrypted, and no others', async () => {
  const { society, ada, ben, app } = await scene.people()
  const second = await scene.withApp(ben)
  const old = new PushApp(scene.relay, 'apns')
  await ben.call(api.registerPush, old.oldParams())
  const own = await scene.withApp(ada)
  await scene.wake()
  const id = await direct(ada, [ben], 'Meet me at **noon**')
  await scene.wake()
  for (const one of [app, second, old]) {
    const [payload, ...more] = one.received()
    assert.deepEqual(more, [])
    const { time, sender_avatar_url, ...rest } = payload as Record<string, unknown>
    assert.ok(Number.isInteger(time))
    assert.match(String(sender_avatar_url), new RegExp(`^http://${society.subdomain}.loquat.test/avatar/${ada.id}`))
    assert.deepEqual(rest, {
      type: 'message',
      realm_url: `http://${society.subdomain}.loquat.test`,
      realm_name: 'Analytical Engine Society',
      user_id: ben.id,
      sender_id: ada.id,
      sender_full_name: 'Ada',
      message_id: id,
      content: 'Meet me at noon',
      recipient_type: 'direct',
      recipient_user_ids: [ada.id, ben.id],
    })
  }
  assert.deepEqual(own.received(), [])
  const { body } = scene.relay.asked.at(-1) as (typeof scene.relay.asked)[number]
  for (const secret of ['Meet me', 'Analytical Engine', 'loquat.test']) assert.ok(!body.includes(secret))
  await scene.wake()
  assert.equal(app.received().length, 1, 'once')
})

test('a mention in a channel has its topic and group', async () => {
  const { ada, ben, app } = await scene.people()
  await subscribe(ada, 'engines', [ada, ben])
  const { id: group } = await ada.send('POST', '/user_groups/create', {
    name: 'weavers',
    description: '',
    members: [ben.id],
  })
  const [first, second] = [
    await toChannel(ada, 'engines', 'looms', 'Dear @*weavers*, look'),
    await toChannel(ada, 'engines', 'looms', '@**Ben** and @*weavers*'),
  ]
  await scene.wake()
  const [one, other] = app.received().filter(({ sender_id }) => sender_id === ada.id)
  assert.deepEqual(
    [one?.message_id, one?.recipient_type, one?.channel_name, one?.topic, one?.recipient_user_ids],
    [first, 'channel', 'engines', 'looms', undefined],
  )
  assert.equal(one?.mentioned_user_group_name, 'weavers')
  assert.ok(one?.mentioned_user_group_id)
  assert.ok(group === undefined || one?.mentioned_user_group_id === group)
  assert.equal(other?.message_id, second)
  assert.equal(other?.mentioned_user_group_id, undefined, 'a mention in person has precedence')
})

test('messages read before delivery are never sent', async () => {
  const { ada, ben, app } = await scene.people()
  const id = await direct(ada, [ben])
  await ben.send('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' })
  await scene.wake()
  scene.server.clock.advance(60_000)
  await scene.wake()
  assert.deepEqual(app.received(), [])
})

test('reading elsewhere removes notifications in batches', async () => {
  const { ada, ben, app } = await scene.people()
  const ids = [await direct(ada, [ben]), await direct(ada, [ben]), await direct(ada, [ben])]
  await scene.wake()
  await ben.send('POST', '/messages/flags', { messages: ids.slice(0, 1), op: 'add', flag: 'read' })
  await ben.send('POST', '/messages/flags', { messages: ids.slice(1), op: 'add', flag: 'read' })
  await scene.wake()
  assert.equal(app.received().length, 3, 'not at once')
  scene.server.clock.advance(5_000)
  await scene.wake()
  const { type, message_ids, user_id } = app.received().at(-1) as Record<string, unknown>
  assert.deepEqual([type, message_ids, user_id], ['remove', ids, ben.id])
  assert.equal(app.received().length, 4)
  scene.server.clock.advance(60_000)
  await scene.wake()
  assert.equal(app.received().length, 4)
})

test('marking everything as read and deleting messages remove notifications', async () => {
  const { ada, ben, app } = await scene.people()
  const [deleted, read] = [await direct(ada, [ben]), await direct(ada, [ben])]
  await scene.wake()
  await ada.send('DELETE', `/messages/${deleted}`)
  scene.server.clock.advance(5_000)
  await scene.wake()
  assert.deepEqual(app.received().at(-1)?.message_ids, [deleted])
  await ben.send('POST', '/mark_all_as_read')
  scene.server.clock.advance(5_000)
  await scene.wake()
  assert.deepEqual(app.received().at(-1)?.message_ids, [read])
})

test("nothing is sent that the user can't read at delivery", async () => {
  const { society, ada, ben, app } = await scene.people()
  await subscribe(ada, 'vault', [ada, ben], { invite_only: true })
  scene.relay.interfere = answered(503)
  await toChannel(ada, 'vault', 'gold', '@**Ben** the combination is 7-7-7')
  await scene.wake()
  // so that this tests access, not reading
  await ben.org.transact(null, ({ tx }) =>
    tx
      .updateTable('push_notice')
      .set({ state: 'send', attempts: 1, due_at: new Date(0) })
      .where('user_id', '=', ben.id)
      .execute(),
  )
  await ada.send('DELETE', '/users/me/subscriptions', { subscriptions: ['vault'], principals: [ben.id] })
  scene.relay.interfere = undefined
  scene.server.clock.advance(60_000)
  await scene.wake()
  assert.ok(!JSON.stringify(app.received()).includes('combination'))
  const cleo = await society.join('Cleo')
  const her = await scene.withApp(cleo)
  scene.relay.interfere = answered(503)
  await direct(ada, [cleo], 'secret')
  await scene.wake()
  await ada.send('DELETE', `/users/${cleo.id}`)
  scene.relay.interfere = undefined
  scene.server.clock.advance(60_000)
  await scene.wake()
  assert.deepEqual(her.received(), [])
})

test('a text edited before delivery is sent in its new form', async () => {
  const { ada, ben, app } = await scene.people()
  const id = await direct(ada, [ben], 'a slip of the pen')
  await ada.send('PATCH', `/messages/${id}`, { content: 'nothing' })
  await scene.wake()
  assert.deepEqual(
    app.received().map(({ content }) => content),
    ['nothing'],
  )
})

test('long texts, names, and many recipients still fit in a notification', async () => {
  const { ada, ben, app } = await scene.people()
  await direct(ada, [ben], '語'.repeat(5_000))
  await ada.send('PATCH', '/settings', { full_name: '語'.repeat(100) })
  await scene.wake()
  const [payload] = app.received()
  assert.match(String(payload?.content), /^語+…$/)
  const { encrypted_data } = scene.relay.pushes.filter(({ token }) => token === app.token).at(-1) as {
    encrypted_data: string
  }
  assert.ok(encrypted_data.length < 4_000)
  const message = {
    id: asMessageId(2 ** 40),
    sender_id: ada.id,
    topic: '',
    rendered_content: `<p>${'語'.repeat(500)}</p>`,
    sent_at: new Date(),
    conversation_id: asConversationId(1),
    member_ids: Array.from({ length: 2_000 }, (_, index) => asUserId(1_000_000 + index)),
  }
  const viewer = ben.org.viewer(ben.id)
  assert.ok(viewer)
  const text = messagePayload(ben.org, viewer, message, null)
  assert.ok(Buffer.byteLength(text) <= maxBytes)
  assert.deepEqual([JSON.parse(text).message_id, JSON.parse(text).recipient_user_ids], [2 ** 40, undefined])
})

test('after do not disturb, one notification stands for all and is removed by reading', async () => {
  const { ada, ben, app } = await scene.people()
  await subscribe(ada, 'engines', [ada, ben], { send_new_subscription_messages: false })
  scene.server.clock.set(new Date())
  const until = Math.floor(scene.server.clock.now().getTime() / 1000) + 600
  await ben.call(pauseNotifications, { until })
  await direct(ada, [ben], 'One')
  await toChannel(ada, 'engines', 'looms', 'Look @**Ben**')
  const newest = await direct(ada, [ben], 'Two')
  await scene.wake()
  assert.deepEqual(app.received(), [])
  scene.server.clock.set(new Date(until * 1000))
  await scene.wake()
  await scene.wake()
  const [digest, ...more] = app.received()
  assert.deepEqual(more, [])
  assert.deepEqual(
    [digest?.type, digest?.sender_full_name, digest?.message_id, digest?.content, digest?.recipient_type],
    [
      'message',
      'Notification Bot',
      newest,
      'While your notifications were paused: 2 direct messages and 1 mention',
      'direct',
    ],
  )
  assert.deepEqual(digest?.digest, { direct_messages: 2, mentions: 1 })
  await ben.send('POST', '/mark_all_as_read')
  scene.server.clock.advance(5_000)
  await scene.wake()
  assert.deepEqual(app.received().at(-1)?.message_ids, [newest])
})

test('a single message during do not disturb gets a normal notification', async () => {
  const { ada, ben, app } = await scene.people()
  scene.server.clock.set(new Date())
  await ben.call(pauseNotifications, { until: Math.floor(scene.server.clock.now().getTime() / 1000) + 60 })
  const id = await direct(ada, [ben], 'Only this')
  await ben.call(endQuietTime)
  await scene.wake()
  await scene.wake()
  const [payload, ...more] = app.received()
  assert.deepEqual(
    [payload?.message_id, payload?.sender_full_name, payload?.content, more],
    [id, 'Ada', 'Only this', []],
  )
})
