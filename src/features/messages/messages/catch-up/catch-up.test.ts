import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { fewestStatements } from '../../../../../test/harness/fewest-statements.ts'
import { multiply } from '../../../../../test/harness/many-messages.ts'
import { updateSubscriptionProperties } from '../../../channels/subscriptions/api.ts'
import { policies, updateUserTopic } from '../../../channels/user-topics/api.ts'
import { mutePlace, unmutePlace } from '../../mutes/api.ts'
import { muteUser, unmuteUser } from '../../mutes/users/api.ts'
import { updateMessageFlags } from '../api/flags.ts'
import { sendMessage } from '../api/send.ts'
import { getCatchUp } from './api.ts'

test('unread conversations are ordered by importance', async ({ ada, ben, cleo, society }) => {
  const design = await makeChannel(society.org, 'design', [ada, ben, cleo])
  await ben.call(sendMessage, { type: 'channel', to: design, topic: 'took part', content: 'Hi', read_by_sender: true })
  await ben.call(updateUserTopic, { stream_id: design, topic: 'took part', visibility_policy: policies.none })
  await ben.call(updateUserTopic, { stream_id: design, topic: 'Followed', visibility_policy: policies.followed })
  for (let count = 0; count < 3; count++) await ada.sends('Hello', { channel: design, topic: 'lively' })
  const first = await ada.sends('Who can look?', { channel: design, topic: 'called' })
  await ada.sends('Hello', { channel: design, topic: 'quiet' })
  await cleo.sends('Hello', { channel: design, topic: 'took part' })
  const call = await cleo.sends(`@**Ben** can you *look* at this?`, { channel: design, topic: 'called' })
  await ada.sends('Hello', { channel: design, topic: 'followed' })
  await cleo.sends('Lunch?', ben)
  const { conversations, totals, muted_count } = await ben.call(getCatchUp)
  assert.deepEqual(
    conversations.map(({ reason, topic, user_ids, unread_count }) => [reason, topic ?? user_ids, unread_count]),
    [
      ['direct', [cleo.id], 1],
      ['mentioned', 'called', 2],
      ['followed', 'followed', 1],
      ['participated', 'took part', 1],
      ['lively', 'lively', 3],
      ['lively', 'quiet', 1],
    ],
  )
  assert.deepEqual(totals, [
    { reason: 'direct', conversations: 1, messages: 1 },
    { reason: 'mentioned', conversations: 1, messages: 2 },
    { reason: 'followed', conversations: 1, messages: 1 },
    { reason: 'participated', conversations: 1, messages: 1 },
    { reason: 'lively', conversations: 2, messages: 4 },
  ])
  assert.equal(muted_count, 0)
  const [direct, called] = conversations
  assert.equal(direct?.questions[0]?.text, 'Lunch?')
  assert.equal(called?.stream_id, design)
  assert.equal(called?.first.message_id, first)
  assert.deepEqual(called?.sender_ids, [cleo.id, ada.id])
  assert.equal(called?.mention?.message_id, call)
  // a wildcard mention doesn't mention anyone by name
  assert.deepEqual(
    called?.questions.map(({ message_id, sender_id, text, mentioned_user_ids }) => ({
      message_id,
      sender_id,
      text,
      mentioned_user_ids,
    })),
    [{ message_id: call, sender_id: cleo.id, text: '@Ben can you look at this?', mentioned_user_ids: [ben.id] }],
  )
  const few = await ben.call(getCatchUp, { limit: 1 })
  assert.deepEqual(few.totals, totals)
  assert.deepEqual(
    few.conversations.map(({ topic }) => topic),
    [undefined, 'called', 'followed', 'took part', 'lively'],
  )
})

test('muted messages count separately unless they mention the user by name', async ({ ada, ben, cleo, society }) => {
  const design = await makeChannel(society.org, 'design', [ada, ben, cleo])
  const noise = await makeChannel(society.org, 'noise', [ada, ben])
  await ben.call(updateSubscriptionProperties, {
    subscription_data: [{ stream_id: noise, property: 'is_muted', value: true }],
  })
  await ben.call(updateUserTopic, { stream_id: design, topic: 'muted', visibility_policy: policies.muted })
  await ben.call(updateUserTopic, { stream_id: noise, topic: 'heard', visibility_policy: policies.unmuted })
  await ada.sends('@**all** hello', { channel: design, topic: 'muted' })
  await ada.sends('Hello', { channel: noise, topic: 'muted too' })
  await ada.sends('I mean @**Ben**', { channel: noise, topic: 'by name' })
  await ada.sends('Hello', { channel: noise, topic: 'heard' })
  await ben.call(muteUser, { muted_user_id: cleo.id })
  await cleo.sends('Hello', { channel: design, topic: 'from somebody muted' })
  const { conversations, muted_count } = await ben.call(getCatchUp)
  assert.deepEqual(
    conversations.map(({ reason, topic }) => [reason, topic]),
    [
      ['mentioned', 'by name'],
      ['lively', 'heard'],
    ],
  )
  assert.equal(muted_count, 2)
})

test('direct conversations that are muted or with muted people count separately', async ({ ada, ben, cleo, momo }) => {
  await ada.sends('Hello', ben)
  await momo.sends('Hello you two', [ben, cleo])
  await cleo.sends('Psst', ben)
  await ben.call(mutePlace, { user_ids: [ada.id] })
  await ben.call(mutePlace, { user_ids: [momo.id, cleo.id] })
  await ben.call(muteUser, { muted_user_id: cleo.id })
  // compare by hand
  const { messages } = await ben.send('GET', '/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [['sender', cleo.id]],
  })
  const [{ id }] = messages as [{ id: number }]
  await ben.call(updateMessageFlags, { messages: [id], op: 'remove', flag: 'read' })
  const muted = await ben.call(getCatchUp)
  assert.deepEqual([muted.conversations, muted.totals, muted.muted_count], [[], [], 3])
  await momo.sends('I mean @**Ben**', [ben, cleo])
  const called = await ben.call(getCatchUp)
  assert.deepEqual(
    called.conversations.map(({ reason, user_ids, unread_count }) => [reason, user_ids, unread_count]),
    [['direct', [cleo.id, momo.id].sort((a, b) => a - b), 2]],
  )
  assert.equal(called.muted_count, 2)
  await ben.call(unmutePlace, { user_ids: [ada.id] })
  await ben.call(unmuteUser, { muted_user_id: cleo.id })
  const heard = await ben.call(getCatchUp)
  assert.deepEqual([heard.conversations.length, heard.muted_count], [3, 0])
})

test('quotes, code, and silent mentions count as neither questions nor mentions', async ({ ada, ben, society }) => {
  const design = await makeChannel(society.org, 'design', [ada, ben])
  await ada.sends(`@_**Ben** said:\n\`\`\`quote\n@**Ben** Is it done?\n\`\`\`\nIt is, \`a ? b : c\``, {
    channel: design,
    topic: 'release',
  })
  await ada.sends('See https://example.com/?a=b @**Ben**', { channel: design, topic: 'release' })
  const { conversations } = await ben.call(getCatchUp)
  assert.deepEqual(conversations[0]?.questions, [])
  assert.deepEqual(conversations[0]?.first.mentioned_user_ids, [])
  assert.equal(conversations[0]?.first.text, 'Ben said: … It is, a ? b : c')
})

test('read and deleted messages and left channels are not in the result', async ({ ada, ben, cleo, society }) => {
  const design = await makeChannel(society.org, 'design', [ada, ben])
  const secret = await makeChannel(society.org, 'secret', [ada, cleo], { invite_only: true })
  await ada.sends('@**Ben** look', { channel: secret, topic: 'not yours' })
  const read = await ada.sends('Hello', { channel: design, topic: 'release' })
  const gone = await ada.sends('Gone', { channel: design, topic: 'release' })
  const kept = await ada.sends('Kept', { channel: design, topic: 'release' })
  await ada.send('DELETE', `/messages/${gone}`)
  await ben.call(updateMessageFlags, { messages: [read], op: 'add', flag: 'read' })
  await ada.send('PATCH', `/messages/${kept}`, { topic: 'launch', send_notification_to_new_thread: false })
  const one = (await ben.call(getCatchUp)).conversations
  assert.deepEqual(
    one.map(({ topic, first, unread_count }) => [topic, first.text, unread_count]),
    [['launch', 'Kept', 1]],
  )
  await ben.send('DELETE', '/users/me/subscriptions', { subscriptions: ['design'] })
  assert.deepEqual(await ben.call(getCatchUp), { conversations: [], totals: [], muted_count: 0 })
})

test('long texts are cut, and the number of statements stays constant', async ({ ada, ben, society }) => {
  const design = await makeChannel(society.org, 'design', [ada, ben])
  await ada.sends('word '.repeat(1_000), { channel: design, topic: 'long' })
  const once = await statements(ben)
  // seven, in a transaction
  assert.ok(once <= 9, `${once} statements`)
  await multiply(
    ada,
    await ada.sends(`What is **that**, ${'x'.repeat(3_000)}?`, { channel: design, topic: 'many' }),
    1_500,
  )
  for (let topic = 0; topic < 30; topic++) await ada.sends('Hello', { channel: design, topic: `topic ${topic}` })
  assert.equal(await statements(ben), once)
  const { conversations } = await ben.call(getCatchUp)
  assert.equal(conversations.length, 15)
  assert.equal(conversations[0]?.unread_count, 1_501)
  assert.ok(conversations.every(({ first }) => [...first.text].length <= 240))
  await ben.refusedRaw('GET', '/messages/catch-up', { limit: 41 })
  await ben.refusedRaw('GET', '/messages/catch-up', { limit: 0 })
})

const statements = (person: Person) => fewestStatements(person.server.runtime.db, () => person.call(getCatchUp))
