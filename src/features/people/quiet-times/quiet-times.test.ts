import { asMessageId, botTypes, mustBeHuman, roles } from '#contract'
import { raw } from '#platform/db'
import { afterEach, assert, type Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { multiply } from '../../../../test/harness/many-messages.ts'
import { policies } from '../../channels/user-topics/api.ts'
import { mutePlace } from '../../messages/mutes/api.ts'
import {
  type HeldMessage,
  type Missing,
  messageMissed,
  quietTimesOver,
} from '../../notifications/notifications/hooks.ts'
import { deactivateUser } from '../users/api.ts'
import * as api from './api.ts'
import { pauseInThePast, pauseTooLong } from './errors.ts'
import { maxInDigest } from './limits.ts'
import type { QuietDigest } from './wire.ts'

let endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings) end()
  endings = []
})

const monday = Date.parse('2030-01-07T12:00:00Z')
const hourSecs = 3_600
const everyDay = [1, 2, 3, 4, 5, 6, 7]

function listen({ org }: Person) {
  const missed: { id: number; people: readonly Missing[] }[] = []
  const over: ReadonlyMap<number, readonly HeldMessage[]>[] = []
  endings.push(
    messageMissed
      .handledBy(async (mutation, { message, people }) => {
        if (mutation.org === org) missed.push({ id: message.id, people })
      })
      .connect(),
    quietTimesOver
      .handledBy(async (mutation, people) => {
        if (mutation.org === org) over.push(people)
      })
      .connect(),
  )
  return { missed, over }
}

const write = async (person: Person, to: Person[], content: string) => asMessageId(await person.sends(content, to))
const say = async (person: Person, channel: number, content: string, topic = 'tea') =>
  asMessageId(await person.sends(content, { channel, topic }))

const pass = async ({ server }: Person, secs: number) => {
  server.clock.advance(secs * 1000)
  await server.runtime.timer.wake()
}
const begin = (person: Person, time = monday) => person.server.clock.set(new Date(time))
const inSecs = ({ server }: Person, secs: number) => Math.floor(server.clock.now().getTime() / 1000) + secs

test('pausing notifications holds them back and sends a digest afterwards', async ({ ada, ben, cleo }) => {
  begin(ben)
  const { missed, over } = listen(ada)
  const watch = await ben.register('quiet_time', 'quiet_digest')
  await ben.call(api.pauseNotifications, { until: inSecs(ben, hourSecs) })
  await watch.agreesWithFreshRegister()
  assert.equal((await ben.call(api.getQuietTime)).quiet_until, inSecs(ben, hourSecs))
  const first = await write(ada, [ben], 'Tea?')
  const group = await write(cleo, [ada, ben], 'Both of you')
  assert.deepEqual(
    missed.map(({ people }) => people.map(({ userId }) => userId)),
    [[ada.id]],
    'whoever has not paused hears at once',
  )
  await pass(ben, hourSecs - 1)
  assert.equal(over.length, 0)
  await pass(ben, 1)
  await pass(ben, 1)
  assert.deepEqual(
    over.map((people) => [...people].map(([user, held]) => [user, held.map((one) => [one.message_id, one.push])])),
    [
      [
        [
          ben.id,
          [
            [first, 'direct_message'],
            [group, 'direct_message'],
          ],
        ],
      ],
    ],
  )
  assert.equal((await ben.call(api.getQuietTime)).quiet_until, null)
  await watch.agreesWithFreshRegister()
  const { quiet_digest } = watch.reduced() as { quiet_digest: QuietDigest }
  assert.deepEqual(quiet_digest, {
    began: monday / 1000,
    ended: monday / 1000 + hourSecs,
    direct_messages: [first, group],
    mentions: [],
    followed_topics: [],
    channels: [],
  })
  await write(ada, [ben], 'And now?')
  assert.equal(missed.at(-1)?.people[0]?.userId, ben.id)
  await ben.call(api.dismissQuietDigest)
  await ben.call(api.dismissQuietDigest)
  await watch.agreesWithFreshRegister()
  assert.equal(watch.reduced().quiet_digest, null)
  assert.deepEqual(await watch.ops(), ['quiet_time', 'quiet_digest', 'quiet_digest'])
})

test('a digest has separate mentions, topics, and channels, without muted messages', async ({ ada, ben, cleo }) => {
  begin(ben)
  const [garden, kitchen] = [
    await makeChannel(ada.org, 'garden', [ada, ben, cleo]),
    await makeChannel(ada.org, 'kitchen', [ada, ben, cleo]),
  ]
  await ben.send('POST', '/user_topics', { stream_id: garden, topic: 'roses', visibility_policy: policies.followed })
  await ben.send('POST', '/user_topics', { stream_id: kitchen, topic: 'smells', visibility_policy: policies.muted })
  await ben.send('PATCH', '/settings', {
    enable_followed_topic_push_notifications: false,
    enable_followed_topic_email_notifications: false,
  })
  await ben.send('POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: kitchen, property: 'push_notifications', value: true }],
  })
  const { missed, over } = listen(ada)
  const watch = await ben.register('quiet_digest')
  await ben.call(api.pauseNotifications, { until: inSecs(ben, hourSecs) })
  await say(ada, garden, 'Nothing for anybody')
  const mention = await say(ada, garden, `Look, @**${ben.name}**`)
  const wildcard = await say(cleo, garden, '@**all** hands', 'ship')
  const followed = await say(ada, garden, 'They bloom', 'Roses')
  const chosen = await say(ada, kitchen, 'Soup')
  await say(ada, kitchen, 'Cabbage', 'smells')
  const read = await write(ada, [ben], 'Seen already')
  await ben.send('POST', '/messages/flags', { messages: [read], op: 'add', flag: 'read' })
  const gone = await write(ada, [ben], 'Deleted already')
  await ada.send('DELETE', `/messages/${gone}`)
  assert.ok(missed.every(({ people }) => people.every(({ userId }) => userId !== ben.id)))
  await pass(ben, hourSecs)
  const [held = []] = over.flatMap((people) => [people.get(ben.id) ?? []])
  assert.deepEqual(
    held.map(({ message_id, push, email }) => [message_id, push, email]),
    [
      [mention, 'mentioned', 'mentioned'],
      [wildcard, 'stream_wildcard_mentioned', 'stream_wildcard_mentioned'],
      [followed, null, null],
      [chosen, 'stream_push_notify', null],
    ],
  )
  await watch.agreesWithFreshRegister()
  const { began: _, ended: _1, ...lists } = watch.reduced().quiet_digest as QuietDigest
  assert.deepEqual(lists, {
    direct_messages: [],
    mentions: [mention, wildcard],
    followed_topics: [followed],
    channels: [chosen],
  })
})

test("a digest without unread messages isn't sent", async ({ ada, ben }) => {
  begin(ben)
  const { over } = listen(ada)
  const watch = await ben.register('quiet_digest')
  await ben.call(api.pauseNotifications, { until: inSecs(ben, hourSecs) })
  await write(ada, [ben], 'Tea?')
  await ben.send('POST', '/mark_all_as_read')
  await pass(ben, hourSecs)
  assert.deepEqual([over, await watch.ops()], [[], []])
})

test('ending a quiet time takes effect at once on every device', async ({ ada, ben }) => {
  begin(ben)
  const [phone, laptop] = [
    await ben.register('quiet_time', 'quiet_digest'),
    await ben.register('quiet_time', 'quiet_digest'),
  ]
  await ben.call(api.setQuietHours, { hours: [{ weekdays: everyDay, from: '11:00', to: '13:00' }] })
  await ben.call(api.pauseNotifications, { until: inSecs(ben, 5 * hourSecs) })
  const id = await write(ada, [ben], 'Tea?')
  await Promise.all([ben.call(api.endQuietTime), ben.call(api.endQuietTime)])
  assert.equal((await ben.call(api.getQuietTime)).quiet_until, null, 'the hours of now are ended too')
  await pass(ben, 0)
  for (const device of [phone, laptop]) {
    await device.agreesWithFreshRegister()
    assert.deepEqual((device.reduced().quiet_digest as QuietDigest).direct_messages, [id])
  }
  await pass(ben, 23 * hourSecs)
  assert.equal((await ben.call(api.getQuietTime)).quiet_until, inSecs(ben, 2 * hourSecs), 'tomorrow they count again')
})

test('two devices changing settings at once end up consistent', async ({ ben }) => {
  begin(ben)
  const [phone, laptop] = [await ben.register('quiet_time'), await ben.register('quiet_time')]
  await Promise.all([
    ben.call(api.pauseNotifications, { until: inSecs(ben, 60) }),
    ben.call(api.setQuietHours, { hours: [{ weekdays: [2, 1, 2], from: '22:00', to: '07:00' }] }),
    ben.call(api.pauseNotifications, { until: inSecs(ben, 120) }),
  ])
  for (const device of [phone, laptop]) await device.agreesWithFreshRegister()
  assert.deepEqual((await ben.call(api.getQuietTime)).quiet_time.hours, [
    { weekdays: [1, 2], from: '22:00', to: '07:00' },
  ])
})

test('extending a pause delays held messages, and shortening it sends them earlier', async ({ ada, ben }) => {
  begin(ben)
  const { over } = listen(ada)
  await ben.call(api.pauseNotifications, { until: inSecs(ben, hourSecs) })
  await write(ada, [ben], 'Tea?')
  await ben.call(api.pauseNotifications, { until: inSecs(ben, 3 * hourSecs) })
  await pass(ben, 2 * hourSecs)
  assert.equal(over.length, 0)
  await ben.call(api.pauseNotifications, { until: inSecs(ben, 60) })
  await pass(ben, 60)
  assert.equal(over.length, 1)
})

test("quiet hours follow the user's time zone, even when it changes", async ({ ada, ben }) => {
  begin(ben, Date.parse('2030-01-07T21:30:00Z'))
  const { missed, over } = listen(ada)
  await ben.call(api.setQuietHours, { hours: [{ weekdays: everyDay, from: '22:00', to: '07:00' }] })
  await write(ada, [ben], 'By UTC it is not quiet')
  assert.equal(missed.length, 1)
  await ben.send('PATCH', '/settings', { timezone: 'Europe/Berlin' })
  await write(ada, [ben], 'In Berlin it is')
  assert.equal(missed.length, 1)
  assert.deepEqual(await ben.call(api.getQuietTime).then(({ quiet_until, timezone }) => [quiet_until, timezone]), [
    Date.parse('2030-01-08T06:00:00Z') / 1000,
    'Europe/Berlin',
  ])
  await ben.send('PATCH', '/settings', { timezone: 'America/New_York' })
  await ben.send('PATCH', '/settings', { timezone: 'Atlantic/Azores' })
  await pass(ben, 8.5 * hourSecs)
  assert.equal(over.length, 0, 'it is five in the morning on the Azores')
  await pass(ben, 2 * hourSecs)
  assert.equal(over.length, 1)
})

test('unread messages of earlier quiet times stay in the digest', async ({ ada, ben }) => {
  begin(ben)
  const watch = await ben.register('quiet_digest')
  await ben.call(api.pauseNotifications, { until: inSecs(ben, 60) })
  const [one, two] = [await write(ada, [ben], 'One'), await write(ada, [ben], 'Two')]
  await pass(ben, 60)
  await ben.send('POST', '/messages/flags', { messages: [one], op: 'add', flag: 'read' })
  await ben.call(api.pauseNotifications, { until: inSecs(ben, 60) })
  const three = await write(ada, [ben], 'Three')
  await pass(ben, 60)
  await watch.agreesWithFreshRegister()
  const digest = watch.reduced().quiet_digest as QuietDigest
  assert.deepEqual([digest.direct_messages, digest.began], [[two, three], monday / 1000])
})

test('a mention added by an edit is held back, and dropped if removed', async ({ ada, ben }) => {
  begin(ben)
  const garden = await makeChannel(ada.org, 'garden', [ada, ben])
  const { missed, over } = listen(ada)
  await ben.call(api.pauseNotifications, { until: inSecs(ben, 60) })
  const [kept, taken] = [await say(ada, garden, 'Hello'), await say(ada, garden, `@**${ben.name}**`)]
  await ada.send('PATCH', `/messages/${kept}`, { content: `Hello @**${ben.name}**` })
  await ada.send('PATCH', `/messages/${taken}`, { content: 'Nobody' })
  await pass(ben, 60)
  assert.deepEqual(
    [missed, over.map((people) => people.get(ben.id)?.map(({ message_id }) => message_id))],
    [[], [[kept]]],
  )
})

test('an edit can turn a held message into a mention', async ({ ada, ben }) => {
  begin(ben)
  const garden = await makeChannel(ada.org, 'garden', [ada, ben])
  await ben.send('POST', '/user_topics', { stream_id: garden, topic: 'tea', visibility_policy: policies.followed })
  const { over } = listen(ada)
  const watch = await ben.register('quiet_digest')
  await ben.call(api.pauseNotifications, { until: inSecs(ben, 60) })
  const [called, direct] = [await say(ada, garden, 'Hello'), await write(ada, [ben], 'You')]
  await ada.send('PATCH', `/messages/${called}`, { content: `Hello @**${ben.name}**` })
  await pass(ben, 60)
  await watch.agreesWithFreshRegister()
  const { mentions, direct_messages, followed_topics } = watch.reduced().quiet_digest as QuietDigest
  assert.deepEqual([mentions, direct_messages, followed_topics], [[called], [direct], []])
  assert.deepEqual(
    over.map((people) => people.get(ben.id)?.map(({ push, email }) => [push, email])),
    [
      [
        ['mentioned', 'mentioned'],
        ['direct_message', 'direct_message'],
      ],
    ],
  )
})

test("notifications turned off or muted during a quiet time aren't sent after it", async ({ ada, ben, cleo }) => {
  begin(ben)
  const [garden, kitchen, cellar] = [
    await makeChannel(ada.org, 'garden', [ada, ben]),
    await makeChannel(ada.org, 'kitchen', [ada, ben]),
    await makeChannel(ada.org, 'cellar', [ada, ben]),
  ]
  const follow = (topic: string, visibility_policy: number) =>
    ben.send('POST', '/user_topics', { stream_id: garden, topic, visibility_policy })
  const choose = (stream_id: number, property: string, value: boolean) =>
    ben.send('POST', '/users/me/subscriptions/properties', { subscription_data: [{ stream_id, property, value }] })
  for (const topic of ['roses', 'tulips', 'lilies']) await follow(topic, policies.followed)
  for (const channel of [kitchen, cellar]) await choose(channel, 'push_notifications', true)
  const { over } = listen(ada)
  const watch = await ben.register('quiet_digest')
  await ben.call(api.pauseNotifications, { until: inSecs(ben, 60) })
  await say(ada, garden, 'They bloom', 'roses')
  await say(ada, garden, 'They do not', 'tulips')
  const followed = await say(ada, garden, 'They will', 'lilies')
  await say(ada, kitchen, 'Soup')
  await say(ada, cellar, 'Wine')
  await say(ada, kitchen, '@**all** Soup', 'broth')
  const mention = await say(ada, kitchen, `@**${ben.name}** Soup`, 'stew')
  await write(ada, [ben], 'Tea?')
  const direct = await write(cleo, [ben], 'Tea?')
  await follow('roses', policies.none)
  await follow('tulips', policies.muted)
  await choose(kitchen, 'is_muted', true)
  await choose(cellar, 'push_notifications', false)
  await ben.call(mutePlace, { user_ids: [ada.id] })
  await ben.send('PATCH', '/settings', { enable_offline_push_notifications: false })
  await pass(ben, 60)
  await watch.agreesWithFreshRegister()
  const { began: _, ended: _1, ...lists } = watch.reduced().quiet_digest as QuietDigest
  assert.deepEqual(lists, {
    direct_messages: [direct],
    mentions: [mention],
    followed_topics: [followed],
    channels: [],
  })
  assert.deepEqual(
    over.map((people) => people.get(ben.id)?.map(({ message_id, push, email }) => [message_id, push, email])),
    [
      [
        [followed, 'followed_topic_push_notify', 'followed_topic_email_notify'],
        [mention, null, 'mentioned'],
        [direct, null, 'direct_message'],
      ],
    ],
  )
})

test('after a long quiet time, the digest has the newest of each kind', async ({ ada, ben }) => {
  begin(ben)
  const garden = await makeChannel(ada.org, 'garden', [ada, ben])
  const { over } = listen(ada)
  const watch = await ben.register('quiet_digest')
  await ben.call(api.pauseNotifications, { until: inSecs(ben, 60) })
  const mention = await say(ada, garden, `@**${ben.name}** first`)
  const first = await write(ada, [ben], 'Tea?')
  await multiply(ada, first, maxInDigest + 1)
  await ada.org.transact(null, ({ tx }) =>
    raw(
      tx,
      `insert into held_notification (org_id, user_id, message_id, kind, push, email, group_id, due_at)
       select h.org_id, h.user_id, m.id, h.kind, h.push, h.email, h.group_id, h.due_at
       from held_notification h join message o on o.id = h.message_id
       join message m on m.conversation_id = o.conversation_id and m.id > o.id where h.message_id = $1`,
      [first],
    ),
  )
  await pass(ben, 60)
  await watch.agreesWithFreshRegister()
  const { mentions, direct_messages } = watch.reduced().quiet_digest as QuietDigest
  assert.deepEqual([mentions, direct_messages.length, direct_messages.includes(first)], [[mention], maxInDigest, false])
  assert.deepEqual(
    over.map((people) => people.get(ben.id)?.length),
    [maxInDigest + 1],
  )
})

test('users deactivated or unsubscribed during a quiet time get nothing', async ({ ada, ben, cleo }) => {
  begin(ben)
  const garden = await makeChannel(ada.org, 'garden', [ada, ben, cleo])
  const { over } = listen(ada)
  for (const one of [ben, cleo]) await one.call(api.pauseNotifications, { until: inSecs(one, 60) })
  await say(ada, garden, `@**${ben.name}** @**${cleo.name}**`)
  await ben.send('DELETE', '/users/me/subscriptions', { subscriptions: ['garden'] })
  await ada.call(deactivateUser, { user_id: cleo.id })
  await pass(ada, 60)
  assert.deepEqual(over, [])
})

test('pauses and hours have limits, and exceeding them changes nothing', async ({ ben, society }) => {
  begin(ben)
  const watch = await ben.register('quiet_time')
  const night = { weekdays: [1], from: '22:00', to: '07:00' }
  await ben.refused(api.pauseNotifications, { until: inSecs(ben, 0) }, pauseInThePast)
  await ben.refused(api.pauseNotifications, { until: inSecs(ben, 367 * 24 * hourSecs) }, pauseTooLong)
  for (const hours of [
    [{ ...night, weekdays: [] }],
    [{ ...night, weekdays: [0] }],
    [{ ...night, weekdays: [8] }],
    [{ ...night, from: '24:00' }],
    [{ ...night, to: '7:00' }],
    [{ ...night, to: '07:00:00' }],
    Array.from({ length: 21 }, () => night),
  ])
    assert.match((await ben.refused(api.setQuietHours, { hours })).message, /hours/)
  assert.deepEqual(await watch.ops(), [])
  const bot = await society.join('Robo', roles.member, { bot_type: botTypes.generic, bot_owner_id: ben.id })
  await bot.refused(api.pauseNotifications, { until: inSecs(ben, 60) }, mustBeHuman)
  await ben.call(api.endQuietTime)
  await ben.call(api.setQuietHours, { hours: [] })
  assert.deepEqual(await watch.ops(), [], 'nothing was quiet')
})
