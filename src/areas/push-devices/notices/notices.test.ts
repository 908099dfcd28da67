import type { Person } from '#test'
import { afterAll, afterEach, assert, beforeAll, startServer, TestOrganization, type TestServer, test } from '#test'
import { PushApp } from '../../../../test/peers/push-app.ts'
import { PushRelay } from '../../../../test/peers/push-relay.ts'
import * as api from '../api.ts'
import * as testApi from '../test-api.ts'
import { messagePayload, mostBytes } from './payload.ts'

let relay: PushRelay
let server: TestServer
beforeAll(async () => {
  relay = await PushRelay.start()
  server = await startServer(relay.flags)
})
afterEach(() => {
  relay.interfere = undefined
  server.clock.release()
})
afterAll(async () => {
  await server.close()
  await relay.close()
})

const wake = (): Promise<string> =>
  server.runtime.timer.wake().then(
    () => '',
    (error: Error) => String(error),
  )
const answered =
  (status: number, text: string): PushRelay['interfere'] =>
  (_asked, response) => {
    response.writeHead(status).end(text)
    return true
  }

async function withApp(person: Person): Promise<PushApp & { device_id: number }> {
  const app = new PushApp(relay)
  const { device_id } = await person.call(api.registerClientDevice)
  await person.call(api.registerPush, { device_id, ...app.keyParams(), ...app.tokenParams() })
  await wake()
  return Object.assign(app, { device_id })
}

async function people() {
  const society = await TestOrganization.found(server)
  const ben = await society.join('Ben')
  return { society, ada: society.owner, ben, app: await withApp(ben) }
}

const direct = async (from: Person, to: Person[], content = 'Hello'): Promise<number> => {
  const { id } = await from.send('POST', '/messages', { type: 'direct', to: to.map((one) => one.id), content })
  return id as number
}
const toChannel = async (from: Person, channel: string, topic: string, content: string): Promise<number> => {
  const { id } = await from.send('POST', '/messages', { type: 'channel', to: channel, topic, content })
  return id as number
}
const join = (by: Person, name: string, members: Person[], more = {}) =>
  by.send('POST', '/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: members.map(({ id }) => id),
    ...more,
  })

test('a direct message reaches every device of whoever misses it, encrypted for each, and nobody else', async () => {
  const { society, ada, ben, app } = await people()
  const second = await withApp(ben)
  const old = new PushApp(relay, 'apns')
  await ben.call(api.registerPush, old.oldParams())
  const own = await withApp(ada)
  await wake()
  const id = await direct(ada, [ben], 'Meet me at **noon**')
  await wake()
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
  const { body } = relay.asked.at(-1) as (typeof relay.asked)[number]
  for (const secret of ['Meet me', 'Analytical Engine', 'loquat.test']) assert.ok(!body.includes(secret))
  await wake()
  assert.equal(app.received().length, 1, 'once')
})

test('a mention in a channel says where, and through which group', async () => {
  const { ada, ben, app } = await people()
  await join(ada, 'engines', [ada, ben])
  const { id: group } = await ada.send('POST', '/user_groups/create', {
    name: 'weavers',
    description: '',
    members: [ben.id],
  })
  const [first, second] = [
    await toChannel(ada, 'engines', 'looms', 'Dear @*weavers*, look'),
    await toChannel(ada, 'engines', 'looms', '@**Ben** and @*weavers*'),
  ]
  await wake()
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

test('what is read before anything was sent is never sent', async () => {
  const { ada, ben, app } = await people()
  const id = await direct(ada, [ben])
  await ben.send('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' })
  await wake()
  server.clock.advance(60_000)
  await wake()
  assert.deepEqual(app.received(), [])
})

test('reading elsewhere takes notifications away, many in one', async () => {
  const { ada, ben, app } = await people()
  const ids = [await direct(ada, [ben]), await direct(ada, [ben]), await direct(ada, [ben])]
  await wake()
  await ben.send('POST', '/messages/flags', { messages: ids.slice(0, 1), op: 'add', flag: 'read' })
  await ben.send('POST', '/messages/flags', { messages: ids.slice(1), op: 'add', flag: 'read' })
  await wake()
  assert.equal(app.received().length, 3, 'not at once')
  server.clock.advance(5_000)
  await wake()
  const { type, message_ids, user_id } = app.received().at(-1) as Record<string, unknown>
  assert.deepEqual([type, message_ids, user_id], ['remove', ids, ben.id])
  assert.equal(app.received().length, 4)
  server.clock.advance(60_000)
  await wake()
  assert.equal(app.received().length, 4)
})

test('marking everything as read and deleting messages take notifications away', async () => {
  const { ada, ben, app } = await people()
  const [deleted, read] = [await direct(ada, [ben]), await direct(ada, [ben])]
  await wake()
  await ada.send('DELETE', `/messages/${deleted}`)
  server.clock.advance(5_000)
  await wake()
  assert.deepEqual(app.received().at(-1)?.message_ids, [deleted])
  await ben.send('POST', '/mark_all_as_read')
  server.clock.advance(5_000)
  await wake()
  assert.deepEqual(app.received().at(-1)?.message_ids, [read])
})

test('nothing is told of what a person may not read any more when it is told', async () => {
  const { society, ada, ben, app } = await people()
  await join(ada, 'vault', [ada, ben], { invite_only: true })
  relay.interfere = answered(503, '')
  await toChannel(ada, 'vault', 'gold', '@**Ben** the combination is 7-7-7')
  await wake()
  // so that it is about access, not about reading
  await ben.org.write(null, ({ tx }) =>
    tx
      .updateTable('push_notice')
      .set({ state: 'send', attempts: 1, due_at: new Date(0) })
      .where('user_id', '=', ben.id)
      .execute(),
  )
  await ada.send('DELETE', '/users/me/subscriptions', { subscriptions: ['vault'], principals: [ben.id] })
  relay.interfere = undefined
  server.clock.advance(60_000)
  await wake()
  assert.ok(!JSON.stringify(app.received()).includes('combination'))
  const cleo = await society.join('Cleo')
  const her = await withApp(cleo)
  relay.interfere = answered(503, '')
  await direct(ada, [cleo], 'secret')
  await wake()
  await ada.send('DELETE', `/users/${cleo.id}`)
  relay.interfere = undefined
  server.clock.advance(60_000)
  await wake()
  assert.deepEqual(her.received(), [])
})

test('a text that was changed before it was told is told as it is then', async () => {
  const { ada, ben, app } = await people()
  const id = await direct(ada, [ben], 'a slip of the pen')
  await ada.send('PATCH', `/messages/${id}`, { content: 'nothing' })
  await wake()
  assert.deepEqual(
    app.received().map(({ content }) => content),
    ['nothing'],
  )
})

test('a relay that fails is asked again; nothing is lost and nothing secret is told', async () => {
  const { ada, ben, app } = await people()
  const failures: [PushRelay['interfere'], RegExp][] = [
    [answered(500, 'oops'), /status 500$/],
    [answered(200, 'yes'), /something else than it should$/],
    [answered(200, '{"result":"success","gone":"all"}'), /something else than it should$/],
    [answered(401, '{"result":"error"}'), /does not accept this server/],
    [(_asked, response) => !response.socket?.destroy() || true, /cannot be reached/],
  ]
  let wanted = 0
  for (const [interfere, said] of failures) {
    relay.interfere = interfere
    await direct(ada, [ben], `for your eyes only ${wanted}`)
    const told = await wake()
    assert.match(told, said)
    for (const secret of [relay.key, app.token, 'eyes']) assert.ok(!told.includes(secret))
    assert.equal(await wake(), '', 'not before its time')
    assert.equal(app.received().length, wanted)
    relay.interfere = undefined
    server.clock.advance(10_000)
    assert.equal(await wake(), '')
    assert.equal(app.received().length, ++wanted)
  }
})

test('what cannot be told for a day is given up', async () => {
  const { ada, ben, app } = await people()
  relay.interfere = answered(500, '')
  await direct(ada, [ben])
  await wake()
  server.clock.advance(25 * 3_600_000)
  await wake()
  relay.interfere = undefined
  server.clock.advance(25 * 3_600_000)
  await wake()
  assert.deepEqual(app.received(), [])
})

test('reading while the notification is under way takes it away afterwards', async () => {
  const { ada, ben, app } = await people()
  const id = await direct(ada, [ben])
  const { asked, release } = relay.hold()
  const turn = wake()
  await asked
  await ben.send('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' })
  release()
  await turn
  server.clock.advance(5_000)
  await wake()
  assert.deepEqual(
    app.received().map(({ type }) => type),
    ['message', 'remove'],
  )
})

test('a process that ends in the middle leaves notifications that are sent by the next', async () => {
  const { ada, ben, app } = await people()
  await direct(ada, [ben])
  // taken, and then nothing more
  await server.runtime.db.transaction((tx) =>
    tx
      .updateTable('push_notice')
      .set({ attempts: 1, due_at: new Date(Date.now() + 60_000) })
      .where('user_id', '=', ben.id)
      .execute(),
  )
  await wake()
  assert.deepEqual(app.received(), [])
  server.clock.advance(61_000)
  await wake()
  assert.equal(app.received().length, 1)
})

test('a device that the relay says is gone is told nothing until it registers again, and one that it was not asked about is not', async () => {
  const { ada, ben, app } = await people()
  const other = await withApp(ada)
  const watch = await ben.register('device')
  relay.interfere = answered(200, JSON.stringify({ result: 'success', gone: [{ token_id: other.tokenId }] }))
  await direct(ada, [ben])
  await wake()
  relay.interfere = undefined
  assert.deepEqual(await watch.ops(), [])
  relay.forget(app.token)
  await direct(ada, [ben])
  await wake()
  assert.deepEqual(await watch.of('device'), [
    { type: 'device', op: 'update', device_id: app.device_id, push_token_id: null },
  ])
  await watch.agreesWithFreshRegister()
  const asked = relay.asked.length
  await direct(ada, [ben])
  await wake()
  assert.equal(relay.asked.length, asked)
  app.newToken()
  await ben.call(api.registerPush, { device_id: app.device_id, ...app.tokenParams() })
  await wake()
  const id = await direct(ada, [ben])
  await wake()
  assert.deepEqual(
    app.received().map(({ message_id }) => message_id),
    [id],
  )
  const old = new PushApp(relay)
  await ben.call(api.registerPush, old.oldParams())
  await wake()
  relay.forget(old.token)
  const oldWatch = await ben.register('push_device')
  await direct(ada, [ben])
  await wake()
  assert.equal((await oldWatch.of('push_device'))[0]?.status, 'removed')
  await oldWatch.agreesWithFreshRegister()
  await direct(ben, [ada])
  await wake()
  assert.equal(other.received().length, 1)
})

test('long texts, long names and very many people still fit into a notification', async () => {
  const { ada, ben, app } = await people()
  await direct(ada, [ben], '語'.repeat(5_000))
  await ada.send('PATCH', '/settings', { full_name: '語'.repeat(100) })
  await wake()
  const [payload] = app.received()
  assert.match(String(payload?.content), /^語+…$/)
  const { encrypted_data } = relay.pushes.filter(({ token }) => token === app.token).at(-1) as {
    encrypted_data: string
  }
  assert.ok(encrypted_data.length < 4_000)
  const message = {
    id: 2 ** 40,
    sender_id: ada.id,
    topic: '',
    rendered_content: `<p>${'語'.repeat(500)}</p>`,
    sent_at: new Date(),
    conversation_id: 1,
    member_ids: Array.from({ length: 2_000 }, (_, index) => 1_000_000 + index),
  }
  const viewer = ben.org.viewer(ben.id)
  assert.ok(viewer)
  const text = messagePayload(ben.org, viewer, message, null)
  assert.ok(Buffer.byteLength(text) <= mostBytes)
  assert.deepEqual([JSON.parse(text).message_id, JSON.parse(text).recipient_user_ids], [2 ** 40, undefined])
})

test('a test notification goes to one device or to all, and says what is wrong', async () => {
  const { ada, ben, app } = await people()
  const second = await withApp(ben)
  await ben.call(testApi.testEncrypted, { device_id: app.device_id })
  const { time, realm_url: _, ...rest } = app.received()[0] as Record<string, unknown>
  assert.ok(Number.isInteger(time))
  assert.deepEqual(rest, { type: 'test', realm_name: 'Analytical Engine Society', user_id: ben.id })
  assert.equal(second.received().length, 0)
  await ben.call(testApi.testEncrypted)
  await ben.call(testApi.testUnencrypted)
  await ben.call(testApi.testUnencrypted, { token: second.token })
  assert.deepEqual([app.received().length, second.received().length], [3, 3])
  await ben.refused(testApi.testUnencrypted, { token: 'other' }, testApi.noSuchPushToken)
  await ben.refused(testApi.testEncrypted, { device_id: 999_999 }, testApi.noActiveDevice)
  await ada.refused(testApi.testEncrypted, { device_id: app.device_id }, testApi.noActiveDevice)
  const refusal = async () => {
    const error = await ben.call(testApi.testEncrypted).then(
      () => undefined,
      (problem: { status: number; code: string }) => problem,
    )
    return [error?.status, error?.code]
  }
  relay.interfere = answered(500, '')
  assert.deepEqual(await refusal(), [502, 'INTERNAL_SERVER_ERROR_ON_BOUNCER'])
  relay.interfere = (_asked, response) => !response.socket?.destroy() || true
  assert.deepEqual(await refusal(), [502, 'FAILED_TO_CONNECT_BOUNCER'])
  relay.interfere = answered(403, '{"result":"error"}')
  assert.deepEqual(await refusal(), [403, testApi.relayRefuses.code])
  relay.interfere = undefined
  relay.forget(app.token)
  relay.forget(second.token)
  await ben.refused(testApi.testEncrypted, {}, testApi.noActiveDevice)
  const devices = (await ben.register('device')).initial.devices as Record<string, api.Device>
  assert.deepEqual(
    Object.values(devices).map(({ push_token_id }) => push_token_id),
    [null, null],
  )
})

test('a relay that is down is asked once a turn, however much there is to tell', async () => {
  const { society, ada, ben, app } = await people()
  relay.interfere = answered(503, '')
  const count = 230
  await society.org.write(null, async ({ tx, now }) => {
    const rows = Array.from({ length: count }, (_, index) => ({
      org_id: society.org.id,
      user_id: ben.id,
      device_id: app.device_id,
      message_id: 1_000_000 + index,
      state: 'remove',
      due_at: now,
      created_at: now,
    }))
    await tx.insertInto('push_notice').values(rows).execute()
  })
  const before = relay.asked.length
  await wake()
  assert.equal(relay.asked.length, before + 1)
  relay.interfere = undefined
  server.clock.advance(10_000)
  await wake()
  assert.equal(app.received().flatMap(({ message_ids }) => message_ids).length, count)
  assert.ok(ada)
})
