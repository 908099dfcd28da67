import { asMessageId } from '#contract'
import { assert, startServer, TestOrganization, test } from '#test'
import { PushApp } from '../../../../../test/peers/push-app.ts'
import { PushRelay } from '../../../../../test/peers/push-relay.ts'
import * as api from '../api.ts'
import { relayUnreachable, testEncrypted } from '../test-api.ts'
import { answered, direct, hangingUp, pushScene } from './fixture.ts'
import { pruneShown } from './old-notices-due.ts'

const scene = pushScene()

test('a failing relay is retried without losing notifications or leaking secrets', async () => {
  const { ada, ben, app } = await scene.people()
  const failures: [PushRelay['interfere'], RegExp][] = [
    [answered(500, 'oops'), /status 500$/],
    [answered(200, 'yes'), /something else than it should$/],
    [answered(200, '{"result":"success","gone":"all"}'), /something else than it should$/],
    [answered(401, '{"result":"error"}'), /does not accept this server/],
    [hangingUp, /cannot be reached/],
  ]
  let wanted = 0
  for (const [interfere, said] of failures) {
    scene.relay.interfere = interfere
    await direct(ada, [ben], `for your eyes only ${wanted}`)
    const told = await scene.wake()
    assert.match(told, said)
    for (const secret of [scene.relay.key, app.token, 'eyes']) assert.ok(!told.includes(secret))
    assert.equal(await scene.wake(), '', 'not before its time')
    assert.equal(app.received().length, wanted)
    scene.relay.interfere = undefined
    scene.server.clock.advance(10_000)
    assert.equal(await scene.wake(), '')
    assert.equal(app.received().length, ++wanted)
  }
})

test('notifications undeliverable for a day are dropped', async () => {
  const { ada, ben, app } = await scene.people()
  scene.relay.interfere = answered(500)
  await direct(ada, [ben])
  await scene.wake()
  scene.server.clock.advance(25 * 3_600_000)
  await scene.wake()
  scene.relay.interfere = undefined
  scene.server.clock.advance(25 * 3_600_000)
  await scene.wake()
  assert.deepEqual(app.received(), [])
})

test('reading during delivery removes the notification afterwards', async () => {
  const { ada, ben, app } = await scene.people()
  const id = await direct(ada, [ben])
  const { asked, release } = scene.relay.hold()
  const turn = scene.wake()
  await asked
  await ben.send('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' })
  release()
  await turn
  scene.server.clock.advance(5_000)
  await scene.wake()
  assert.deepEqual(
    app.received().map(({ type }) => type),
    ['message', 'remove'],
  )
})

test('notifications of a process that ends midway are sent by the next', async () => {
  const { ada, ben, app } = await scene.people()
  await direct(ada, [ben])
  // taken, without further progress
  await scene.server.runtime.db.transaction((tx) =>
    tx
      .updateTable('push_notice')
      .set({ attempts: 1, due_at: new Date(Date.now() + 60_000) })
      .where('user_id', '=', ben.id)
      .execute(),
  )
  await scene.wake()
  assert.deepEqual(app.received(), [])
  scene.server.clock.advance(61_000)
  await scene.wake()
  assert.equal(app.received().length, 1)
})

test('a device the relay reports as gone gets nothing until it registers again', async () => {
  const { ada, ben, app } = await scene.people()
  const other = await scene.withApp(ada)
  const watch = await ben.register('device')
  scene.relay.interfere = answered(200, JSON.stringify({ result: 'success', gone: [{ token_id: other.tokenId }] }))
  await direct(ada, [ben])
  await scene.wake()
  scene.relay.interfere = undefined
  assert.deepEqual(await watch.ops(), [])
  scene.relay.forget(app.token)
  await direct(ada, [ben])
  await scene.wake()
  assert.deepEqual(await watch.of('device'), [
    { type: 'device', op: 'update', device_id: app.device_id, push_token_id: null },
  ])
  await watch.agreesWithFreshRegister()
  const asked = scene.relay.asked.length
  await direct(ada, [ben])
  await scene.wake()
  assert.equal(scene.relay.asked.length, asked)
  app.newToken()
  await ben.call(api.registerPush, { device_id: app.device_id, ...app.tokenParams() })
  await scene.wake()
  const id = await direct(ada, [ben])
  await scene.wake()
  assert.deepEqual(
    app.received().map(({ message_id }) => message_id),
    [id],
  )
  const old = new PushApp(scene.relay)
  await ben.call(api.registerPush, old.oldParams())
  await scene.wake()
  scene.relay.forget(old.token)
  const oldWatch = await ben.register('push_device')
  await direct(ada, [ben])
  await scene.wake()
  assert.equal((await oldWatch.of('push_device'))[0]?.status, 'removed')
  await oldWatch.agreesWithFreshRegister()
  await direct(ben, [ada])
  await scene.wake()
  assert.equal(other.received().length, 1)
})

test('an unreachable relay is called once per turn, however much is queued', async () => {
  const { society, ada, ben, app } = await scene.people()
  scene.relay.interfere = answered(503)
  const count = 230
  await society.org.transact(null, async ({ tx, now }) => {
    const rows = Array.from({ length: count }, (_, index) => ({
      org_id: society.org.id,
      user_id: ben.id,
      device_id: app.device_id,
      message_id: asMessageId(1_000_000 + index),
      state: 'remove',
      way: 'relay',
      due_at: now,
      created_at: now,
    }))
    await tx.insertInto('push_notice').values(rows).execute()
  })
  const before = scene.relay.asked.length
  await scene.wake()
  assert.equal(scene.relay.asked.length, before + 1)
  scene.relay.interfere = undefined
  scene.server.clock.advance(10_000)
  await scene.wake()
  assert.equal(app.received().flatMap(({ message_ids }) => message_ids).length, count)
  assert.ok(ada)
})

test('an older app that registers again is notified once the relay knows it', async () => {
  const { ada, ben, app } = await scene.people()
  const old = new PushApp(scene.relay)
  await ben.call(api.registerPush, old.oldParams())
  await scene.wake()
  // with another key, while the relay doesn't respond
  scene.relay.interfere = answered(503)
  await direct(ada, [ben])
  const fresh = { ...new PushApp(scene.relay).oldParams(), push_account_id: old.accountId }
  await ben.call(api.registerPush, fresh)
  await scene.wake()
  scene.relay.interfere = (asked, response) =>
    asked.path.endsWith('register') ? (answered(503)?.(asked, response) ?? true) : undefined
  scene.server.clock.advance(10_000)
  await scene.wake()
  assert.equal(app.received().length, 1)
  scene.relay.interfere = undefined
  for (let count = 0; count < 2; count++) {
    scene.server.clock.advance(20 * 60_000)
    await scene.wake()
  }
  assert.equal(scene.relay.pushes.filter(({ push_account_id }) => push_account_id === old.accountId).length, 1)
})

test('an absent relay is retried', async () => {
  const relay = await PushRelay.start()
  const server = await startServer(relay.flags)
  try {
    const society = await TestOrganization.found(server)
    const ben = await society.join('Ben')
    const app = new PushApp(relay)
    const { device_id } = await ben.call(api.registerClientDevice)
    await ben.call(api.registerPush, { device_id, ...app.keyParams(), ...app.tokenParams() })
    await server.runtime.timer.wake()
    await relay.close()
    await assert.rejects(ben.call(testEncrypted), { status: 502, code: relayUnreachable.code })
    await direct(society.owner, [ben])
    await assert.rejects(server.runtime.timer.wake(), /cannot be reached \(ECONNREFUSED\)$/)
    const waiting = await ben.org.db.read((tx) => tx.selectFrom('push_notice').selectAll().execute())
    assert.deepEqual(
      waiting.map(({ state, attempts }) => [state, attempts]),
      [['send', 1]],
    )
  } finally {
    await server.close()
  }
})

test("a device's notifications are forgotten after a month", async () => {
  const { society, ada, ben, app } = await scene.people()
  const old = await direct(ada, [ben])
  await scene.wake()
  scene.server.clock.advance(31 * 86_400_000)
  const fresh = await direct(ada, [ben])
  await scene.wake()
  await pruneShown.run(society.org, scene.server.runtime, () => true)
  await ben.send('POST', '/mark_all_as_read')
  scene.server.clock.advance(5_000)
  await scene.wake()
  assert.deepEqual(app.received().at(-1)?.message_ids, [fresh])
  assert.ok(old < fresh)
})

test("a device with an invalid key doesn't block others", async () => {
  const { ada, ben, app } = await scene.people()
  const broken = await scene.withApp(ben)
  await scene.server.runtime.db.transaction((tx) =>
    tx.updateTable('push_device').set({ key: 'c2hvcnQ=' }).where('id', '=', broken.device_id).execute(),
  )
  await direct(ada, [ben])
  assert.match(await scene.wake(), new RegExp(`Nothing can be encrypted for device ${broken.device_id}$`))
  assert.equal(app.received().length, 1)
})
