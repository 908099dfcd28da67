import { botTypes, roles } from '#contract'
import { Runtime } from '#platform/runtime'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { updateChannel } from '../../../channels/channels/api.ts'
import { subscribeToChannels, unsubscribeFromChannels } from '../../../channels/subscriptions/api.ts'
import { getAuditLog } from '../../../people/audit-log/api.ts'
import { maxPerChannel } from '../../../people/organization/totals.ts'
import { restrictUser } from '../../../people/restrictions/api.ts'
import { updateSettings } from '../../../people/user-settings/api.ts'
import { at, noon, passTo, pending, schedule } from '../../scheduled-messages/fixture.ts'
import { updateMessage } from '../api/edit.ts'
import { cannotPost, sendMessage } from '../api/send.ts'
import { addReaction } from '../reactions/api.ts'
import type { Message } from '../wire.ts'
import { lockOf } from './access.ts'
import * as api from './api.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))
test.afterEach(({ server }) => server.clock.release())

const post = (to: number, topic = 'spam') => ({ type: 'channel', to, topic, content: 'Hi' }) as const

const only = ({ id }: Person) => ({ new: { direct_members: [id], direct_subgroups: [] } })

async function spamTopic(ada: Person, people: Person[]) {
  const stream_id = await makeChannel(ada.org, 'looms', [ada, ...people])
  const message_id = await ada.sends('Hello', { channel: stream_id, topic: 'Spam' })
  return { stream_id, message_id, place: { stream_id, topic: 'spam' } }
}

test('only people who can moderate the channel can post in a locked topic', async ({
  ada,
  ben,
  cleo,
  momo,
  society,
}) => {
  const { stream_id, message_id, place } = await spamTopic(ada, [ben, cleo, momo])
  await ada.call(updateChannel, {
    stream_id,
    can_administer_channel_group: only(cleo),
  })
  const own = await ben.sends('x', { channel: stream_id, topic: 'spam' })
  const watch = await ben.register()
  const { topic_lock } = await momo.call(api.lockTopic, { ...place, reason: ' Off topic ' })
  assert.deepEqual(topic_lock, {
    ...{ stream_id, topic_name: 'spam', until: null, reason: 'Off topic', locked_by: momo.id, locked_at: noon },
  })
  const { status, code, message, fields } = await ben.refused(sendMessage, post(stream_id, 'SPAM'), api.topicLockedFor)
  assert.deepEqual([status, code, fields.until], [400, 'TOPIC_LOCKED', null])
  assert.equal(message, 'A moderator has locked this topic. Reason: Off topic')
  const bot = await society.join('Loom', roles.member, { bot_type: botTypes.generic, bot_owner_id: ben.id })
  await bot.refused(sendMessage, post(stream_id), api.topicLockedFor)
  await ben.call(sendMessage, post(stream_id, 'other'))
  for (const one of [ada, momo, cleo]) await one.call(sendMessage, post(stream_id))
  // reacting and editing your own messages is still allowed
  await ben.call(addReaction, { message_id, emoji_name: 'car' })
  await ben.call(updateMessage, { message_id: own, content: 'y' })
  await watch.agreesWithFreshRegister()
  assert.deepEqual((await ben.call(api.getTopicLocks, { stream_id })).topic_locks, [topic_lock])
  await momo.call(api.unlockTopic, place)
  await ben.call(sendMessage, post(stream_id))
  await watch.agreesWithFreshRegister()
  assert.deepEqual(watch.reduced().topic_locks, [])
})

test('each change of a lock posts one notice with the reason, marked as read', async ({ ada, ben, momo }) => {
  const { place } = await spamTopic(ada, [ben, momo])
  const watch = await ben.register('message')
  await momo.call(api.lockTopic, { ...place, reason: 'Hello @**all**' })
  await momo.call(api.lockTopic, { ...place, reason: 'Hello @**all**' })
  await ada.call(api.lockTopic, { ...place, until: at(3_600), reason: '' })
  await ada.call(api.unlockTopic, place)
  const notices = await watch.of('message')
  const texts = notices.map(({ message }) => (message as Message).content.replace(/<[^>]*>/g, ''))
  assert.equal(texts.length, 3)
  assert.match(texts[0] ?? '', /^Momo has locked this topic\.\s+Hello @?all/)
  assert.match(texts[1] ?? '', /^Ada has locked this topic until /)
  assert.match(texts[2] ?? '', /^Ada has unlocked this topic\./)
  for (const { flags } of notices) assert.deepEqual(flags, ['read'])
})

test('messages can’t be moved into or out of a locked topic', async ({ ada, ben, momo }) => {
  const { stream_id, place } = await spamTopic(ada, [ben, momo])
  const own = await ben.sends('x', { channel: stream_id, topic: 'other' })
  const inside = await ben.sends('x', { channel: stream_id, topic: 'spam' })
  await momo.call(api.lockTopic, place)
  await ben.refused(updateMessage, { message_id: own, topic: 'spam' }, api.topicLocked)
  await ben.refused(updateMessage, { message_id: inside, topic: 'mine' }, api.topicLocked)
  const renamed = { message_id: inside, topic: '✔ Spam', propagate_mode: 'change_all' } as const
  await ben.refused(updateMessage, renamed, api.topicLocked)
  await momo.call(updateMessage, { message_id: own, topic: 'spam' })
})

test('a lock follows its topic to a new name or channel, not into another topic', async ({ ada, ben, momo }) => {
  const { stream_id, message_id, place } = await spamTopic(ada, [ben, momo])
  const other = await makeChannel(ada.org, 'weaving', [ada, momo])
  const all = { message_id, propagate_mode: 'change_all', send_notification_to_old_thread: false } as const
  const watches = [await ben.register(), await momo.register()]
  const agree = async () => {
    for (const watch of watches) await watch.agreesWithFreshRegister()
  }
  await momo.call(api.lockTopic, { ...place, reason: 'Spam' })
  await momo.call(updateMessage, { ...all, topic: '✔ Spam' })
  await ben.refused(sendMessage, post(stream_id, '✔ spam'), api.topicLockedFor)
  await ben.call(sendMessage, post(stream_id, 'unrelated'))
  await agree()
  await ada.call(updateMessage, { ...all, stream_id: other, topic: 'Spam' })
  assert.deepEqual((await ben.call(api.getTopicLocks, { stream_id })).topic_locks, [])
  assert.equal((await momo.call(api.getTopicLocks, { stream_id: other })).topic_locks[0]?.topic_name, 'Spam')
  await agree()
  await ada.sends('x', { channel: other, topic: 'open' })
  await ada.call(updateMessage, { ...all, topic: 'open' })
  assert.deepEqual((await momo.call(api.getTopicLocks, { stream_id: other })).topic_locks, [])
  await agree()
})

test('moving a locked topic to a channel you can’t moderate removes the lock', async ({ ada, ben, cleo }) => {
  const { stream_id, message_id, place } = await spamTopic(ada, [ben, cleo])
  const other = await makeChannel(ada.org, 'weaving', [ada, ben, cleo])
  await ada.call(updateChannel, {
    ...{ stream_id, can_administer_channel_group: only(cleo), can_move_messages_out_of_channel_group: only(cleo) },
  })
  await cleo.call(api.lockTopic, place)
  const watch = await ben.register()
  await cleo.call(updateMessage, { message_id, stream_id: other, propagate_mode: 'change_all' })
  for (const id of [stream_id, other])
    assert.deepEqual((await ben.call(api.getTopicLocks, { stream_id: id })).topic_locks, [])
  await watch.agreesWithFreshRegister()
  await ben.call(sendMessage, post(other))
})

test('moving a locked topic to a channel at its limit of locks removes the lock', async ({ ada, ben, momo }) => {
  const { message_id, place } = await spamTopic(ada, [ben, momo])
  const other = await makeChannel(ada.org, 'weaving', [ada, ben, momo])
  await ada.sends('x', { channel: other, topic: 'known' })
  await momo.call(api.lockTopic, { stream_id: other, topic: 'known' })
  await momo.call(api.lockTopic, place)
  const before = { ...maxPerChannel }
  try {
    Object.assign(maxPerChannel, { 'locked topics': 1 })
    await ada.call(updateMessage, { message_id, stream_id: other, propagate_mode: 'change_all' })
  } finally {
    Object.assign(maxPerChannel, before)
  }
  const { topic_locks } = await ben.call(api.getTopicLocks, { stream_id: other })
  assert.deepEqual(
    topic_locks.map(({ topic_name }) => topic_name),
    ['known'],
  )
})

// the PostgreSQL server of the tests has the locale C, whose `lower` knows only ASCII
const embedded = test.skipIf(process.env.LOQUAT_TEST_DATABASE_URL !== undefined)

embedded(
  'a lock applies to the topic in upper and lower case, as the database compares them',
  async ({ ada, ben, momo }) => {
    const { stream_id } = await spamTopic(ada, [ben, momo])
    for (const [topic, others] of [
      ['ΝΕΟΣ ΤΟΠΟΣ', ['νεοσ τοποσ', 'Νεοσ Τοποσ']],
      ['νεοσ', ['ΝΕΟΣ']],
      ['İZMİR', ['izmir', 'Izmir']],
    ] as const) {
      await ada.sends('x', { channel: stream_id, topic })
      for (const other of others) {
        await momo.call(api.lockTopic, { stream_id, topic: other })
        for (const one of [topic, ...others]) await ben.refused(sendMessage, post(stream_id, one), api.topicLocked)
        await momo.call(api.unlockTopic, { stream_id, topic })
        await ben.call(sendMessage, post(stream_id, other))
      }
    }
    // a final sigma makes a different topic
    await momo.call(api.lockTopic, { stream_id, topic: 'ΝΕΟΣ' })
    await ben.call(sendMessage, post(stream_id, 'νεος'))
  },
)

test('moving a message into a channel you can’t post in doesn’t reveal its locks', async ({ ada, ben, momo }) => {
  const { stream_id, place } = await spamTopic(ada, [ben, momo])
  await momo.call(api.lockTopic, place)
  await ada.call(updateChannel, { stream_id, can_send_message_group: only(ada) })
  const other = await makeChannel(ada.org, 'weaving', [ada, ben])
  const message_id = await ben.sends('x', { channel: other, topic: 'spam' })
  await ada.call(updateChannel, {
    stream_id: other,
    can_move_messages_out_of_channel_group: only(ben),
  })
  await ben.refused(updateMessage, { message_id, stream_id }, cannotPost)
})

test('a lock expires, also after a restart', async ({ ada, ben, momo, server, society }) => {
  const { stream_id, place } = await spamTopic(ada, [ben, momo])
  await ben.call(updateSettings, { timezone: 'Asia/Tokyo', default_language: 'de', twenty_four_hour_time: true })
  await momo.call(api.lockTopic, { ...place, until: at(3_600) })
  const watch = await ben.register()
  const { message, fields } = await ben.refused(sendMessage, post(stream_id))
  assert.equal(fields.until, at(3_600))
  assert.match(message, /^Die Moderation hat dieses Thema bis Freitag, 17\. Mai 2030 um 22:00 GMT\+9 gesperrt\.$/)
  const { config, db, features } = server.runtime
  const restarted = new Runtime({ config, db, features, now: server.clock.now })
  const org = await restarted.organization(society.org.id)
  assert.equal(lockOf(org, stream_id, 'spam')?.topic, 'spam')
  await passTo(server, 3_599)
  await ben.refused(sendMessage, post(stream_id))
  await passTo(server, 3_600)
  await ben.call(sendMessage, post(stream_id))
  await watch.agreesWithFreshRegister()
  assert.deepEqual(watch.reduced().topic_locks, [])
})

test('the reason of a lock can be changed right before it ends', async ({ ada, momo, server }) => {
  const { stream_id, place } = await spamTopic(ada, [momo])
  const until = at(3_600)
  await momo.call(api.lockTopic, { ...place, until })
  server.clock.set(new Date((until - 10) * 1000))
  await momo.refused(api.lockTopic, { ...place, until: until + 10 }, api.invalidLockEnd)
  const { topic_lock } = await ada.call(api.lockTopic, { ...place, until, reason: 'Off topic' })
  assert.deepEqual([topic_lock.until, topic_lock.reason, topic_lock.locked_by], [until, 'Off topic', ada.id])
  await passTo(server, 3_600)
  assert.deepEqual((await ada.call(api.getTopicLocks, { stream_id })).topic_locks, [])
})

test('a scheduled message for a locked topic isn’t sent', async ({ ada, ben, momo, server }) => {
  const { stream_id, place } = await spamTopic(ada, [ben, momo])
  await schedule(ben, { ...post(stream_id), scheduled_delivery_timestamp: at(60) } as never)
  await momo.call(api.lockTopic, place)
  await passTo(server, 61)
  const [failed] = await pending(ben)
  assert.equal(failed?.failed, true)
})

test('subscribers get the locks of a channel, and lose them when they leave', async ({ ada, cleo, momo }) => {
  const { place } = await spamTopic(ada, [momo])
  await momo.call(api.lockTopic, place)
  const watch = await cleo.register()
  assert.deepEqual(watch.initial.topic_locks, [])
  await cleo.call(subscribeToChannels, { subscriptions: [{ name: 'looms' }] })
  await watch.agreesWithFreshRegister()
  assert.equal((watch.reduced().topic_locks as unknown[]).length, 1)
  await cleo.call(unsubscribeFromChannels, { subscriptions: ['looms'] })
  await watch.agreesWithFreshRegister()
})

test('locking requires permission, an existing topic, and a valid end, and is audited', async ({
  ada,
  ben,
  gus,
  momo,
}) => {
  const { stream_id, place } = await spamTopic(ada, [ben, gus, momo])
  for (const one of [ben, gus]) {
    await one.refused(api.lockTopic, place, api.cannotLock)
    await one.refused(api.unlockTopic, place, api.cannotLock)
  }
  await momo.refused(api.unlockTopic, place, api.notLocked)
  await momo.refused(api.lockTopic, { ...place, topic: 'nothing' }, api.noSuchTopicToLock)
  for (const until of [at(10), at(-60), at(367 * 86_400)])
    await momo.refused(api.lockTopic, { ...place, until }, api.invalidLockEnd)
  await momo.refusedRaw('POST', `/streams/${stream_id}/topics/lock`, { topic: 'spam', reason: 'x'.repeat(501) })
  await momo.refusedRaw('POST', `/streams/${stream_id}/topics/lock`, {})
  assert.deepEqual((await momo.call(api.getTopicLocks, { stream_id })).topic_locks, [])
  await momo.call(api.lockTopic, place)
  await ada.call(restrictUser, { user_id: momo.id, kind: 'read_only', until: null, reason: 'x' })
  await momo.refused(api.unlockTopic, place)
  const { entries } = await ada.call(getAuditLog)
  assert.equal(entries.filter(({ action }) => action.endsWith('/topics/lock')).length, 1)
})

test('two moderators who lock a topic at once create one lock', async ({ ada, ben, momo }) => {
  const { stream_id, place } = await spamTopic(ada, [ben, momo])
  await Promise.all([ada, momo].map((one) => one.call(api.lockTopic, place)))
  assert.equal((await ben.call(api.getTopicLocks, { stream_id })).topic_locks.length, 1)
})
