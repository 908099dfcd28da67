import { botTypes, roles } from '#contract'
import { assert, test } from '#test'
import { deactivateUser } from '../users/api.ts'
import { savePresence } from './actions.ts'
import * as api from './api.ts'
import { offlineAfterSecs } from './serialize.ts'

const start = new Date('2040-03-04T12:00:00Z')
const at = Math.floor(start.getTime() / 1000)

test('presence is returned in the modern and the older form', async ({ ada, ben, cleo, server }) => {
  server.clock.set(start)
  await cleo.call(api.updatePresence, { status: 'idle' })
  await ben.call(api.updatePresence, { status: 'active' })
  server.clock.advance(10_000)
  const { presences } = await ada.call(api.updatePresence, { status: 'active', slim_presence: true })
  assert.deepEqual(presences?.[ben.id], { active_timestamp: at, idle_timestamp: at })
  const legacy = await ada.call(api.updatePresence, { status: 'active' })
  const active = { client: 'website', status: 'active', timestamp: at }
  assert.deepEqual(legacy.presences?.[ben.email], { aggregated: active, website: { ...active, pushable: false } })
  assert.deepEqual((await ben.call(api.getPresence)).presences[ben.email]?.aggregated, active)
  const one = await ada.call(api.getUserPresence, { user_id_or_email: `${ben.id}` })
  const facts = { status: 'active', timestamp: at }
  assert.deepEqual(one.presence, { active_timestamp: at, idle_timestamp: at, aggregated: facts, website: facts })
  assert.ok(one.server_timestamp >= at)
  assert.deepEqual((await ada.call(api.getUserPresence, { user_id_or_email: ben.email })).presence, one.presence)
  server.clock.release()
})

test("the older form shows a client's last report", async ({ ada, ben, cleo, server }) => {
  server.clock.set(start)
  const word = async (email: string) => {
    const { presences } = await ada.call(api.getPresence)
    const { presence } = await ada.call(api.getUserPresence, { user_id_or_email: email })
    const register = await ada.registerWith({ event_types: ['presence'], slim_presence: false })
    const initial = register.initial.presences as typeof presences
    await register.close()
    return [presences, initial]
      .flatMap((all) => [all[email]?.aggregated.status, all[email]?.website.status])
      .concat(presence.website.status)
  }
  // no second passes between joining and the first report, nor between two reports
  await cleo.call(api.updatePresence, { status: 'idle', ping_only: true })
  for (const status of ['active', 'idle', 'idle', 'active'] as const) {
    await ben.call(api.updatePresence, { status, ping_only: true })
    assert.deepEqual(await word(ben.email), Array(5).fill(status))
  }
  assert.deepEqual(await word(cleo.email), Array(5).fill('idle'))
  server.clock.release()
})

test('later responses have only what changed', async ({ ada, ben, cleo }) => {
  await ben.call(api.updatePresence, { status: 'active' })
  const first = await ada.call(api.updatePresence, { status: 'active', last_update_id: -1 })
  assert.deepEqual(Object.keys(first.presences ?? {}).sort(), [`${ada.id}`, `${ben.id}`].sort())
  await cleo.call(api.updatePresence, { status: 'active' })
  const ping = { status: 'idle', ping_only: true } as const
  const { presence_last_update_id: same, ...rest } = await ben.call(api.updatePresence, { ...ping, last_update_id: 5 })
  assert.deepEqual([same, Object.keys(rest)], [5, []])
  assert.equal((await ben.call(api.updatePresence, ping)).presence_last_update_id, -1)
  const last_update_id = first.presence_last_update_id
  const next = await ada.call(api.updatePresence, { status: 'active', last_update_id })
  assert.deepEqual(
    Object.keys(next.presences ?? {})
      .map(Number)
      .sort(),
    [ada.id, ben.id, cleo.id].sort(),
  )
  assert.ok(next.presence_last_update_id > last_update_id)
  const far = next.presence_last_update_id + 1_000_000
  const none = await cleo.call(api.updatePresence, { status: 'idle', last_update_id: far })
  assert.deepEqual([none.presences, none.presence_last_update_id], [{}, far])
})

test('history_limit_days returns older presence', async ({ ada, ben, server }) => {
  server.clock.set(start)
  await ben.call(api.updatePresence, { status: 'active' })
  server.clock.advance(20 * 86_400_000)
  const shows = async (params: { history_limit_days?: number; last_update_id?: number }) => {
    const { presences } = await ada.call(api.updatePresence, { status: 'active', slim_presence: true, ...params })
    return `${ben.id}` in (presences ?? {})
  }
  assert.deepEqual([await shows({}), await shows({ history_limit_days: 30 })], [false, true])
  assert.equal(await shows({ history_limit_days: 0, last_update_id: start.getTime() - 10 }), true)
  const few = await ada.registerWith({ event_types: ['presence'], presence_history_limit_days: 5 })
  const many = await ada.registerWith({ event_types: ['presence'], presence_history_limit_days: 50 })
  assert.deepEqual(
    [few, many].map(({ initial }) => `${ben.id}` in (initial.presences as object)),
    [false, true],
  )
  server.clock.release()
})

test('an event is sent when a user comes online, not while they stay', async ({ ada, ben, server }) => {
  server.clock.set(start)
  const modern = await ada.register('presence')
  const older = await ada.registerWith({ event_types: ['presence'], client_capabilities: {}, slim_presence: false })
  for (const status of ['idle', 'idle', 'active', 'idle', 'active'] as const) {
    await ben.call(api.updatePresence, { status, ping_only: true })
    server.clock.advance(60_000)
  }
  server.clock.advance(offlineAfterSecs * 1000)
  await ben.call(api.updatePresence, { status: 'active', ping_only: true })
  const [, second, third] = (await modern.of('presence')).map(
    ({ presences }) => (presences as Record<string, object>)[ben.id],
  )
  assert.deepEqual(second, { active_timestamp: at + 120, idle_timestamp: at + 120 })
  assert.deepEqual(third, {
    active_timestamp: at + 300 + offlineAfterSecs,
    idle_timestamp: at + 300 + offlineAfterSecs,
  })
  assert.equal((await modern.ops()).length, 3)
  const [first] = await older.of('presence')
  assert.equal(first?.user_id, ben.id)
  assert.deepEqual(
    [first?.email, Object.keys(first ?? {}).sort()],
    [ben.email, ['email', 'presence', 'server_timestamp', 'type', 'user_id']],
  )
  const website = (first?.presence as { website?: { client: string; pushable: boolean } } | undefined)?.website
  assert.deepEqual([website?.client, website?.pushable], ['website', false])
  server.clock.release()
})

test('users who hide their presence leave no trace', async ({ ada, ben }) => {
  await ben.call(api.updatePresence, { status: 'active' })
  const watch = await ada.register('presence')
  await ben.send('PATCH', '/settings', { presence_enabled: false })
  await ben.call(api.updatePresence, { status: 'active' })
  const { presence } = await ada.call(api.getUserPresence, { user_id_or_email: `${ben.id}` })
  const now = ada.org.now().getTime() / 1000
  assert.ok(now - presence.aggregated.timestamp > offlineAfterSecs)
  assert.equal((await watch.ops()).length, 1)
  await ben.send('PATCH', '/settings', { presence_enabled: true })
  assert.equal((await watch.ops()).length, 2)
})

test('an organization can turn presence off', async ({ ada, ben }) => {
  await ben.call(api.updatePresence, { status: 'active' })
  await ada.send('PATCH', '/realm', { presence_disabled: true })
  const { presences, presence_last_update_id } = await ada.call(api.updatePresence, { status: 'active' })
  assert.deepEqual([presences, presence_last_update_id], [{}, -1])
  await ada.refused(api.getUserPresence, { user_id_or_email: `${ben.id}` }, api.neverSeen)
  assert.deepEqual((await ada.call(api.getPresence)).presences, {})
})

test('bots, unknown users, and invalid statuses are refused, and deactivated users left out', async ({
  society,
  ada,
  ben,
}) => {
  const bot = await society.join('Robot', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  await bot.refused(api.updatePresence, { status: 'active' }, api.notForBots)
  await ada.refused(api.getUserPresence, { user_id_or_email: bot.email }, api.notForBots)
  await ada.refused(api.getUserPresence, { user_id_or_email: 'nobody@example.org' }, api.getUserPresence.errors[0])
  await ada.refused(api.getUserPresence, { user_id_or_email: `${ben.id}` }, api.neverSeen)
  await ada.refusedRaw('POST', '/users/me/presence', { status: 'asleep' })
  await ben.call(api.updatePresence, { status: 'active' })
  await ada.call(deactivateUser, { user_id: ben.id })
  assert.ok(!(ben.email in (await ada.call(api.getPresence)).presences))
})

test('saved presence survives a restart, and IDs keep growing', async ({ ada, ben, cleo, gus, ines, momo, server }) => {
  for (const person of [ben, cleo, gus, ines, momo]) await person.call(api.updatePresence, { status: 'active' })
  const before = await ada.call(api.updatePresence, { status: 'active', last_update_id: -1 })
  const { statements } = server.runtime.db
  await savePresence(ada.org)
  // six users row by row would take more, whatever else the server queries
  assert.ok(server.runtime.db.statements - statements <= 6, 'all at once')
  await ada.org.load()
  const after = await ada.call(api.updatePresence, { status: 'active', last_update_id: -1 })
  assert.deepEqual(after.presences?.[ben.id], before.presences?.[ben.id])
  assert.ok(after.presence_last_update_id > before.presence_last_update_id)
})
