import { botTypes, roles } from '#contract'
import { Runtime } from '#platform/runtime'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { twinOf } from '../../../../../test/harness/twin.ts'
import { getChannel, updateChannel } from '../../../channels/channels/api.ts'
import { cannotAdministerChannel } from '../../../channels/channels/errors.ts'
import { createChannel } from '../../../channels/subscriptions/api.ts'
import { getAuditLog } from '../../../people/audit-log/api.ts'
import { updateSettings } from '../../../people/user-settings/api.ts'
import type { Account } from '../../../people/users/account.ts'
import { updateUser } from '../../../people/users/api.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { createDrafts } from '../../drafts/api.ts'
import { at, noon, passTo, pending, schedule } from '../../scheduled-messages/fixture.ts'
import { deleteMessage } from '../api/delete.ts'
import { updateMessage } from '../api/edit.ts'
import { sendMessage } from '../api/send.ts'
import { addReaction } from '../reactions/api.ts'
import { startInterval } from './actions.ts'
import * as api from './api.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))
test.afterEach(({ server }) => server.clock.release())

const post = (to: number, topic = 'looms') => ({ type: 'channel', to, topic, content: 'Hi' }) as const

async function slowChannel(ada: Person, people: Person[], seconds = 60) {
  const id = await makeChannel(ada.org, 'looms', [ada, ...people])
  await ada.call(updateChannel, { stream_id: id, slow_mode_seconds: seconds })
  return id
}

test('a member posts once per interval, in all topics of the channel together', async ({ ada, ben, cleo, server }) => {
  const looms = await slowChannel(ada, [ben, cleo])
  const watch = await ben.register()
  await ben.call(sendMessage, post(looms))
  const { code, status, fields, message } = await ben.refused(sendMessage, post(looms, 'weaving'), api.slowMode)
  assert.deepEqual([status, code, fields.retry_at], [400, 'SLOW_MODE', at(60)])
  assert.equal(message, 'Slow mode is on here. You can post again at 12:01:00 PM UTC.')
  await cleo.call(sendMessage, post(looms))
  await ben.sends('Hello', { channel: 'general', topic: 'looms' })
  server.clock.set(new Date(at(59) * 1000))
  await ben.refused(sendMessage, post(looms), api.slowMode)
  server.clock.set(new Date(at(60) * 1000))
  await ben.call(sendMessage, post(looms))
  await watch.agreesWithFreshRegister()
  assert.deepEqual(watch.reduced().slow_until, [{ stream_id: looms, posted_at: at(60), slow_until: at(120) }])
})

test('edits, reactions, moves within the channel, and drafts don’t count', async ({ ada, ben }) => {
  const looms = await slowChannel(ada, [ben])
  const message_id = await ben.sends('Hi', { channel: looms, topic: 'looms' })
  await ben.call(updateMessage, { message_id, content: 'Hello' })
  await ben.call(updateMessage, { message_id, topic: 'weaving' })
  await ben.call(addReaction, { message_id, emoji_name: 'car' })
  await ben.call(createDrafts, { drafts: [{ type: 'stream', to: [looms], topic: 'looms', content: 'More' }] as never })
})

test('moving a message in counts as posting, and only one can be moved at once', async ({ ada, ben, server }) => {
  const looms = await slowChannel(ada, [ben])
  const other = await makeChannel(ada.org, 'weaving', [ada, ben])
  const both = { new: { direct_members: [ada.id, ben.id], direct_subgroups: [] } }
  await ada.call(updateChannel, { stream_id: other, can_move_messages_out_of_channel_group: both })
  const ids: number[] = []
  for (const text of ['1', '2', '3', '4', '5']) ids.push(await ben.sends(text, { channel: other, topic: 'looms' }))
  const move = (at: number, propagate_mode: 'change_one' | 'change_all' = 'change_one') => ({
    ...{ message_id: ids[at] as never, stream_id: looms, propagate_mode, send_notification_to_new_thread: false },
  })
  const watch = await ben.register()
  await ben.refused(updateMessage, move(0, 'change_all'), api.slowModeMoves)
  await ben.call(updateMessage, move(0))
  const { fields } = await ben.refused(updateMessage, move(1), api.slowMode)
  assert.equal(fields.retry_at, at(60))
  await ben.refused(sendMessage, post(looms), api.slowMode)
  await watch.agreesWithFreshRegister()
  server.clock.set(new Date(at(60) * 1000))
  await ben.call(sendMessage, post(looms))
  await ben.refused(updateMessage, move(1), api.slowMode)
  // moderators can move several messages at once
  await ada.call(updateMessage, move(1, 'change_all'))
})

test('moving a message out of the channel doesn’t shorten the wait', async ({ ada, ben }) => {
  const looms = await slowChannel(ada, [ben])
  const message_id = await ben.sends('x', { channel: looms, topic: 'b' })
  await ada.call(updateMessage, { message_id, stream_id: await makeChannel(ada.org, 'weaving', [ada, ben]) })
  await ben.refused(sendMessage, post(looms), api.slowMode)
})

test('deleting a message doesn’t shorten the wait', async ({ ada, ben }) => {
  const looms = await slowChannel(ada, [ben])
  await ada.call(deleteMessage, { message_id: await ben.sends('x', { channel: looms, topic: 'a' }) })
  await ben.refused(sendMessage, post(looms), api.slowMode)
})

test('moderators, channel administrators, and their bots don’t wait', async ({
  ada,
  ben,
  cleo,
  ines,
  momo,
  society,
}) => {
  const looms = await slowChannel(ada, [ben, cleo, ines, momo])
  await ada.call(updateChannel, {
    stream_id: looms,
    can_administer_channel_group: { new: { direct_members: [cleo.id], direct_subgroups: [] } },
  })
  const bot = (owner: Person) =>
    society.join(`Loom of ${owner.name}`, roles.member, { bot_type: botTypes.generic, bot_owner_id: owner.id })
  const [free, slow] = [await bot(momo), await bot(ben)]
  for (const one of [ada, ines, momo, cleo, free]) {
    await one.call(sendMessage, post(looms))
    await one.call(sendMessage, post(looms))
  }
  await slow.call(sendMessage, post(looms))
  // a bot and its owner have separate intervals
  await ben.call(sendMessage, post(looms))
  for (const one of [slow, ben]) await one.refused(sendMessage, post(looms), api.slowMode)
  await ada.call(updateUser, { user_id: ben.id, role: roles.moderator })
  for (const one of [slow, ben]) await one.call(sendMessage, post(looms))
})

test('only channel administrators can change slow mode, and clients get events', async ({ ada, ben, momo }) => {
  const stream_id = await makeChannel(ada.org, 'looms', [ada, ben, momo])
  const watch = await ben.register()
  for (const one of [ben, momo])
    await one.refused(updateChannel, { stream_id, slow_mode_seconds: 5 }, cannotAdministerChannel)
  for (const slow_mode_seconds of [-1, 86_401, 1.5])
    await ada.refusedRaw('PATCH', `/streams/${stream_id}`, { slow_mode_seconds })
  await ada.call(updateChannel, { stream_id, slow_mode_seconds: 86_400 })
  await ben.call(sendMessage, post(stream_id))
  await ada.call(updateChannel, { stream_id, slow_mode_seconds: 30 })
  await watch.agreesWithFreshRegister()
  assert.deepEqual(watch.reduced().slow_until, [{ stream_id, posted_at: noon, slow_until: at(30) }])
  assert.equal((await ben.call(getChannel, { stream_id })).stream.slow_mode_seconds, 30)
  await ada.call(updateChannel, { stream_id, slow_mode_seconds: 0 })
  await ben.call(sendMessage, post(stream_id))
  await watch.agreesWithFreshRegister()
  assert.deepEqual(watch.reduced().slow_until, [])
  const { entries } = await ada.call(getAuditLog)
  assert.equal(entries.filter(({ params }) => 'slow_mode_seconds' in params).length, 3)
})

test('a channel can be created with slow mode', async ({ ada, ben }) => {
  const { id } = await ada.call(createChannel, { name: 'New', subscribers: [ben.id], slow_mode_seconds: 10 })
  await ben.call(sendMessage, post(id))
  await ben.refused(sendMessage, post(id), api.slowMode)
})

test('resending a message with its idempotency key isn’t refused', async ({ ada, ben }) => {
  const looms = await slowChannel(ada, [ben])
  const keyed = { ...post(looms), idempotency_key: 'one' }
  const [first, second] = await Promise.all([ben.call(sendMessage, keyed), ben.call(sendMessage, keyed)])
  assert.equal(first.id, second.id)
  assert.equal((await ben.call(sendMessage, keyed)).id, first.id)
})

test('only one of several simultaneous messages is sent', async ({ ada, ben }) => {
  const looms = await slowChannel(ada, [ben])
  const sent = await Promise.allSettled(Array.from({ length: 5 }, () => ben.call(sendMessage, post(looms))))
  assert.equal(sent.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('the refusal has the reader’s time zone, clock, and language', async ({ ada, ben }) => {
  const looms = await slowChannel(ada, [ben], 21_600)
  await ben.call(updateSettings, { timezone: 'Asia/Tokyo', default_language: 'de', twenty_four_hour_time: true })
  await ben.call(sendMessage, post(looms))
  const { message } = await ben.refused(sendMessage, post(looms))
  assert.match(message, /^Hier ist der Langsam-Modus an\. Du kannst um 3:00:00 GMT\+9 wieder schreiben\.$/)
})

test('a scheduled message that’s due too early is kept as failed', async ({ ada, ben, server }) => {
  const looms = await slowChannel(ada, [ben])
  await ben.call(sendMessage, post(looms))
  await schedule(ben, { ...post(looms), scheduled_delivery_timestamp: at(30) } as never)
  await schedule(ben, { ...post(looms), scheduled_delivery_timestamp: at(90) } as never)
  await passTo(server, 31)
  const [failed] = await pending(ben)
  assert.equal(failed?.failed, true)
  await passTo(server, 91)
  assert.equal((await pending(ben)).length, 1)
})

test('waits survive a restart and apply in other processes', async ({ ada, ben, server, society }) => {
  const looms = await slowChannel(ada, [ben])
  await ben.call(sendMessage, post(looms))
  const { config, db, features } = server.runtime
  const restarted = new Runtime({ config, db, features, now: server.clock.now })
  const tries = async (runtime: Runtime) => {
    const org = await runtime.organization(society.org.id)
    const account = org.get(peopleCache).byId.get(ben.id) as Account
    return org.transact(ben.id, (mutation) => startInterval(mutation, looms, account))
  }
  await assert.rejects(tries(restarted), /Slow mode/)
  if (!process.env.LOQUAT_TEST_DATABASE_URL) return
  const twin = await twinOf(server)
  try {
    await assert.rejects(tries(twin), /Slow mode/)
    server.clock.set(new Date(at(60) * 1000))
    await tries(twin)
    await ben.refused(sendMessage, post(looms), api.slowMode)
  } finally {
    await twin.stop()
    await twin.db.close()
  }
})
