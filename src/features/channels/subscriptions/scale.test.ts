import { botTypes, roles, type UserId } from '#contract'
import { assert, test } from '#test'
import { peopleCache } from '../../people/users/cache.ts'
import { getChannel, updateChannel } from '../channels/api.ts'
import { measureChannels } from '../channels/due.ts'
import { createChannel, getSubscribers, getSubscriptions, subscribeToChannels, unsubscribeFromChannels } from './api.ts'

async function crowd(
  org: Parameters<typeof import('../../people/users/access/index.ts').knownUser>[0],
  size: number,
  joined: Date,
) {
  const { accountChanged } = await import('../../people/users/states.ts')
  return org.transact(null, async ({ tx, emit }) => {
    const rows = await tx
      .insertInto('account')
      .values(
        Array.from({ length: size }, (_, index) => ({
          org_id: org.id,
          email: `person${index}@crowd.example`,
          full_name: `Person ${index}`,
          role: roles.member,
          api_key: `${org.id}-${index}`.padStart(32, '0'),
          created_at: joined,
        })),
      )
      .returning('id')
      .execute()
    for (const { id } of rows) emit(accountChanged, { user_id: id })
    return rows.map(({ id }) => id)
  })
}

test('subscribing a thousand people takes as many statements and events as three', async ({ ada, ben, society }) => {
  const { org } = society
  const people = await crowd(org, 1_000, new Date())
  const { id: stream_id } = await ada.call(createChannel, { name: 'Garden', subscribers: [ada.id] })
  const watch = await ben.registerWith({ event_types: ['stream', 'subscription', 'realm_user'] })
  const subscriptions = [{ name: 'Garden' }]
  const count = async (principals: number[]) => {
    const [statements, position] = [org.db.statements, org.position]
    await ada.call(subscribeToChannels, { subscriptions, principals })
    return { statements: org.db.statements - statements, events: org.position - position }
  }
  const few = await count(people.slice(0, 3))
  const many = await count(people.slice(3))
  // the server's own jobs run queries, too
  assert.ok(many.statements <= few.statements + 2, JSON.stringify({ few, many }))
  assert.ok(many.events <= few.events, JSON.stringify({ few, many }))
  assert.equal((await ada.call(getChannel, { stream_id })).stream.subscriber_count, 1_001)
  await watch.agreesWithFreshRegister()
  await ada.call(unsubscribeFromChannels, { subscriptions: ['Garden'], principals: people })
  assert.deepEqual((await ada.call(getSubscribers, { stream_id })).subscribers, [ada.id])
  await watch.agreesWithFreshRegister()
})

test('a client can request only recently active subscribers of large channels', async ({ ada, ben, society }) => {
  const { org } = society
  const bot = await society.join('Bot', roles.member, { bot_type: botTypes.generic, bot_owner_id: ben.id })
  const people = await crowd(org, 260, new Date(org.now().getTime() - 30 * 86_400_000))
  await ada.call(createChannel, { name: 'Garden', subscribers: [ada.id, ben.id, bot.id, ...people] })
  const [there, hidden] = people as [UserId, UserId]
  const person = (id: UserId) => {
    const account = org.get(peopleCache).byId.get(id)
    assert.ok(account)
    return account
  }
  const { reportPresence } = await import('../../people/presence/actions.ts')
  await reportPresence(org, person(there), 'active')
  const { accountChanged } = await import('../../people/users/states.ts')
  await org.transact(null, async ({ tx, emit }) => {
    await tx
      .updateTable('account')
      .set({ settings: { presence_enabled: false } })
      .where('id', '=', hidden)
      .execute()
    emit(accountChanged, { user_id: hidden })
  })
  const { subscriptions } = await ben.call(getSubscriptions, { include_subscribers: 'partial' })
  const lists = new Map(subscriptions.map((one) => [one.name, one]))
  assert.deepEqual(lists.get('general')?.subscribers, [ada.id, ben.id])
  assert.equal(lists.get('Garden')?.subscribers, undefined)
  assert.deepEqual(
    lists.get('Garden')?.partial_subscribers,
    [ada.id, ben.id, bot.id, there, hidden].sort((a, b) => a - b),
  )
  assert.equal(lists.get('Garden')?.subscriber_count, 263)
  const watch = await ben.registerWith({ event_types: ['subscription'], include_subscribers: 'partial' })
  await ada.call(unsubscribeFromChannels, { subscriptions: ['Garden'], principals: [there] })
  await watch.agreesWithFreshRegister()
})

test('channel activity is updated once a day', async ({ ada, ben, server, society }) => {
  const { org } = society
  const { id: stream_id } = await ada.call(createChannel, { name: 'Garden', subscribers: [ada.id] })
  const start = org.now()
  const at = async (days: number) => {
    server.clock.set(new Date(start.getTime() + days * 86_400_000))
    await org.transact(null, measureChannels)
    const { is_recently_active, stream_weekly_traffic } = (await ben.call(getChannel, { stream_id })).stream
    return [is_recently_active, stream_weekly_traffic]
  }
  for (let count = 0; count < 6; count++) await ada.sends('Hello', { channel: stream_id, topic: 'Trees' })
  assert.deepEqual(await at(1), [true, null])
  assert.deepEqual(await at(14), [true, 3])
  const watch = await ben.register('stream', 'subscription')
  assert.deepEqual(await at(40), [true, 0])
  assert.deepEqual(await at(200), [false, 0])
  // the other channel is the default channel
  assert.equal((await watch.of('stream', 'update')).length, 2)
  await ada.sends('Hello', { channel: stream_id, topic: 'Trees' })
  assert.deepEqual((await ben.call(getChannel, { stream_id })).stream.is_recently_active, true)
  assert.equal((await watch.of('stream', 'update')).length, 3)
  await ada.call(updateChannel, { stream_id, description: 'Green' })
  server.clock.release()
})
