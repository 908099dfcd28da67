import { botTypes, roles } from '#contract'
import { afterEach, assert, type Person, test } from '#test'
import { joinChannel, makeChannel } from '../../../../test/harness/channel.ts'
import { policies } from '../../channels/user-topics/api.ts'
import { type Missing, messageMissed, notificationsWithdrawn, type Withdrawn } from './hooks.ts'

let endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings) end()
  endings = []
})

function listen({ org }: Person) {
  const missed: { id: number; people: readonly Missing[] }[] = []
  const withdrawn: Withdrawn[] = []
  endings.push(
    messageMissed
      .handledBy(async (mutation, { message, people }) => {
        if (mutation.org === org) missed.push({ id: message.id, people })
      })
      .connect(),
    notificationsWithdrawn
      .handledBy(async (mutation, one) => {
        if (mutation.org === org) withdrawn.push(one)
      })
      .connect(),
  )
  const reasons = () =>
    Object.fromEntries((missed.at(-1)?.people ?? []).map(({ userId, push, email }) => [userId, [push, email]]))
  return { missed, withdrawn, reasons }
}

test('direct messages notify everyone except the sender, bots, and deactivated users', async ({
  society,
  ada,
  ben,
  cleo,
}) => {
  const bot = await society.join('Robo', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  const { reasons, missed } = listen(ada)
  const id = await ada.sends('Tea?', [ben, cleo, bot])
  assert.deepEqual(reasons(), {
    [ben.id]: ['direct_message', 'direct_message'],
    [cleo.id]: ['direct_message', 'direct_message'],
  })
  assert.equal(missed[0]?.id, id)
  await ada.sends('A note', ada)
  assert.equal(missed.length, 1)
})

test('in channels only mentions, wildcards, followed topics, and settings notify', async ({ ada, ben, cleo, momo }) => {
  const channel = await makeChannel(ada.org, 'garden', [ada, ben, cleo, momo])
  const { reasons, missed } = listen(ada)
  await ada.sends('Nothing much', { channel, topic: 'tea' })
  assert.equal(missed.length, 0)

  await ada.sends(`Look, @**${ben.name}**`, { channel, topic: 'tea' })
  assert.deepEqual(reasons(), { [ben.id]: ['mentioned', 'mentioned'] })

  await ada.sends('@**all** hands', { channel, topic: 'ship' })
  assert.deepEqual(Object.keys(reasons()).map(Number), [ben.id, cleo.id, momo.id])
  assert.deepEqual(reasons()[cleo.id], ['stream_wildcard_mentioned', 'stream_wildcard_mentioned'])

  await ben.send('POST', '/user_topics', { stream_id: channel, topic: 'Roses', visibility_policy: policies.followed })
  await ada.sends('They bloom', { channel, topic: 'roses' })
  assert.deepEqual(reasons(), { [ben.id]: ['followed_topic_push_notify', 'followed_topic_email_notify'] })
  await ben.send('POST', '/user_topics', { stream_id: channel, topic: 'roses', visibility_policy: policies.none })

  await cleo.send('POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: channel, property: 'push_notifications', value: true }],
  })
  await momo.send('PATCH', '/settings', { enable_stream_email_notifications: true })
  await ada.sends('They still bloom', { channel, topic: 'roses' })
  assert.deepEqual(reasons(), {
    [cleo.id]: ['stream_push_notify', null],
    [momo.id]: [null, 'stream_email_notify'],
  })
})

test('a group mention has its group, and muted places are silent', async ({ ada, ben, cleo }) => {
  const channel = await makeChannel(ada.org, 'garden', [ada, ben, cleo])
  const { group_id } = await ada.send('POST', '/user_groups/create', {
    name: 'gardeners',
    description: '',
    members: [ada.id, ben.id, cleo.id],
  })
  const { missed, reasons } = listen(ada)
  await ada.sends(`@*gardeners* and @**${cleo.name}**`, { channel, topic: 'tea' })
  const groups = new Map(missed[0]?.people.map(({ userId, mentionedGroupId }) => [userId, mentionedGroupId]))
  assert.deepEqual([groups.get(ben.id), groups.get(cleo.id), groups.size], [group_id, null, 2])

  await ben.send('POST', `/users/me/muted_users/${ada.id}`)
  await cleo.send('POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: channel, property: 'is_muted', value: true }],
  })
  await ada.sends('@**all** hello', { channel, topic: 'quiet' })
  assert.equal(missed.length, 1)
  await ada.sends(`@**${ben.name}** @**${cleo.name}**`, { channel, topic: 'quiet' })
  assert.deepEqual(Object.keys(reasons()).map(Number), [cleo.id])
})

test('active users get no email, and returning ones keep channel settings', async ({ ada, ben, server }) => {
  const channel = await makeChannel(ada.org, 'garden', [ada, ben])
  const { reasons, missed } = listen(ada)
  await ben.send('POST', '/users/me/presence', { status: 'active' })
  await ada.sends('Are you there?', ben)
  assert.deepEqual(reasons(), { [ben.id]: ['direct_message', null] })
  server.clock.set(new Date(Date.now() + 300_000))
  await ada.sends('And now?', ben)
  assert.deepEqual(reasons(), { [ben.id]: ['direct_message', 'direct_message'] })
  server.clock.release()

  await ben.send('POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: channel, property: 'email_notifications', value: true }],
  })
  await ben.send('DELETE', '/users/me/subscriptions', { subscriptions: ['garden'] })
  missed.length = 0
  await ada.sends('Ben is gone', { channel, topic: 'tea' })
  assert.equal(missed.length, 0)
  await joinChannel(ada.org, channel, ben)
  await ada.sends('Ben is back', { channel, topic: 'tea' })
  assert.equal(missed.length, 0, 'there, by the clock of this machine')
  server.clock.set(new Date(Date.now() + 300_000))
  await ada.sends('Ben is away', { channel, topic: 'tea' })
  assert.deepEqual(reasons(), { [ben.id]: [null, 'stream_email_notify'] })
  server.clock.release()
})

test('an edit notifies newly mentioned users and withdraws from those no longer mentioned', async ({
  ada,
  ben,
  cleo,
}) => {
  const channel = await makeChannel(ada.org, 'garden', [ada, ben, cleo])
  const { missed, withdrawn, reasons } = listen(ada)
  const id = await ada.sends(`@**${ben.name}**`, { channel, topic: 'tea' })
  await ada.send('PATCH', `/messages/${id}`, { content: `@**${ben.name}** and @**${cleo.name}**` })
  assert.deepEqual(reasons(), { [cleo.id]: ['mentioned', 'mentioned'] })
  await ada.send('PATCH', `/messages/${id}`, { content: `@**${cleo.name}** alone` })
  assert.equal(missed.length, 2)
  assert.deepEqual(withdrawn, [{ userIds: [ben.id], messageIds: [id], reason: 'unmentioned' }])

  await ben.send('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' })
  await ada.send('PATCH', `/messages/${id}`, { content: `@**${ben.name}**, you have read this` })
  assert.equal(missed.length, 2)
})

test('reading and deleting withdraw notifications', async ({ ada, ben }) => {
  const channel = await makeChannel(ada.org, 'garden', [ada, ben])
  const first = await ada.sends(`@**${ben.name}**`, { channel, topic: 'tea' })
  const second = await ada.sends('Well?', ben)
  const { withdrawn } = listen(ada)
  await ben.send('POST', '/messages/flags', { messages: [first], op: 'add', flag: 'read' })
  await ben.send('POST', '/mark_all_as_read')
  await ada.send('DELETE', `/messages/${second}`)
  assert.deepEqual(withdrawn, [
    { userIds: [ben.id], messageIds: [first], reason: 'read' },
    { userIds: [ben.id], messageIds: [second], reason: 'read' },
    { userIds: 'everyone', messageIds: [second], reason: 'deleted' },
  ])
})

test('a message that notifies no one makes no queries in a known topic', async ({ ada, ben }) => {
  const channel = await makeChannel(ada.org, 'garden', [ada, ben])
  await ada.sends('First', { channel, topic: 'tea' })
  await ada.sends('Second', { channel, topic: 'tea' })
  const asked: string[] = []
  const { db } = ada.org
  const { session } = db
  db.session = (before) =>
    session.call(db, (statement) => {
      asked.push(statement)
      return before?.(statement)
    })
  const aboutPeople = () => asked.filter((statement) => /user_topic|subscription|account/.test(statement))
  try {
    await ada.sends('Third', { channel, topic: 'tea' })
    assert.deepEqual(aboutPeople(), [])
    await ada.sends('First', { channel, topic: 'coffee' })
    assert.notDeepEqual(aboutPeople(), [])
  } finally {
    db.session = session
  }
})
