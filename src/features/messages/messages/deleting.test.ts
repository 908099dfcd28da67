import { botTypes, type MessageId, type UserId } from '#contract'
import { assert, Person, startServer, TestOrganization, test } from '#test'
import { joinChannel, makeChannel } from '../../../../test/harness/channel.ts'
import { upload } from '../../../../test/harness/files.ts'
import { getChannel } from '../../channels/channels/api.ts'
import type { Account } from '../../people/users/account.ts'
import { createBot } from '../../people/users/bot-api.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { bringBack } from './actions/put-back.ts'
import { restoreMessage } from './actions/restore.ts'
import * as api from './api/delete.ts'
import { cannotEdit, getMessageHistory, historyTurnedOff, updateMessage } from './api/edit.ts'
import { invalidMessages, updateMessageFlags } from './api/flags.ts'
import { expireMessages, purgeDeleted } from './due/retention.ts'
import { addReaction } from './reactions/api.ts'

const botAccount = ({ org }: TestOrganization, id: UserId) => org.get(peopleCache).byId.get(id) as Account

/** Not in events: a user's newest received message may have been deleted. */
const except = ['max_message_id', 'recent_private_conversations']
const day = 86_400_000
const nobody = { new: { direct_members: [], direct_subgroups: [] } }

test('deleting a message removes everything attached to it, for everyone who saw it', async ({
  ada,
  ben,
  cleo,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const { url } = await upload(ben, 'a.txt', 'x')
  const id = await ben.sends(`@**Ada** [a](${url})`, { channel: lunch, topic: 'soup' })
  const kept = await ben.sends('Hello', { channel: lunch, topic: 'soup' })
  await ada.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' })
  await ada.call(addReaction, { message_id: id, emoji_name: 'tada' })
  const watches = [await ada.register(), await ben.register()]
  const outside = await cleo.register('delete_message')
  await ben.call(api.deleteMessage, { message_id: id })
  for (const watch of watches) await watch.agreesWithFreshRegister({ except })
  assert.deepEqual(await watches[0]?.of('delete_message'), [
    { type: 'delete_message', message_ids: [id], message_type: 'stream', stream_id: lunch, topic: 'soup' },
  ])
  assert.deepEqual(await outside.ops(), [])
  await ada.refused(api.deleteMessage, { message_id: id }, invalidMessages)
  await ada.refusedRaw('GET', `/messages/${id}`)
  const { attachments } = (await ben.send('GET', '/attachments')) as { attachments: { message_ids: number[] }[] }
  assert.deepEqual(attachments[0]?.message_ids, [])
  await ada.send('GET', `/messages/${kept}`)
})

test('deleting direct messages sends older clients one event per message', async ({ ada, ben, cleo }) => {
  const id = await ben.sends('Hello', ada)
  const watch = await ada.register()
  const old = await ada.registerWith({ event_types: ['delete_message'], client_capabilities: {} })
  await cleo.refused(api.deleteMessage, { message_id: id }, invalidMessages)
  await ben.call(api.deleteMessage, { message_id: id })
  await watch.agreesWithFreshRegister({ except })
  assert.deepEqual(await old.of('delete_message'), [
    { type: 'delete_message', message_id: id, message_type: 'private' },
  ])
})

const cases = [
  { who: 'owner', own: false, setting: {}, can: true },
  { who: 'moderator', own: false, setting: {}, can: false },
  { who: 'member', own: false, setting: {}, can: false },
  { who: 'guest', own: false, setting: {}, can: false },
  { who: 'member', own: true, setting: {}, can: true },
  { who: 'guest', own: true, setting: {}, can: true },
  { who: 'member', own: true, setting: { can_delete_own_message_group: nobody }, can: false },
  { who: 'guest', own: true, setting: { can_delete_own_message_group: nobody }, can: false },
  { who: 'owner', own: true, setting: { can_delete_own_message_group: nobody }, can: true },
  { who: 'owner', own: false, setting: { can_delete_any_message_group: nobody }, can: false },
  { who: 'owner', own: true, setting: { can_delete_any_message_group: nobody }, can: true },
] as const

test('role and settings decide who can delete whose messages', async ({ ada, ben, cleo, gus, momo, society }) => {
  const people = { owner: ada, moderator: momo, member: ben, guest: gus }
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo, gus, momo])
  const group = (await ada.send('POST', '/register', { fetch_event_types: ['realm'] })) as Record<string, unknown>
  const usual = {
    can_delete_own_message_group: { new: group.realm_can_delete_own_message_group },
    can_delete_any_message_group: { new: group.realm_can_delete_any_message_group },
  }
  for (const { who, own, setting, can } of cases) {
    await ada.send('PATCH', '/realm', { ...usual, ...setting })
    const person = people[who]
    const id = await (own ? person : cleo).sends('Hello', { channel: lunch, topic: 'soup' })
    const label = `${who} ${own ? 'own' : 'any'} ${JSON.stringify(setting)}`
    if (can) await person.call(api.deleteMessage, { message_id: id })
    else
      assert.equal(
        (await person.refused(api.deleteMessage, { message_id: id })).message,
        api.cannotDelete.message,
        label,
      )
  }
})

test("owners can delete their bot's messages, but only the bot can edit them", async ({
  ada,
  ben,
  cleo,
  server,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const made = await ben.call(createBot, { full_name: 'Cook', short_name: 'cook', bot_type: botTypes.generic })
  const cook = new Person(server, society.org, society.subdomain, botAccount(society, made.user_id))
  const [first, second] = [
    await cook.sends('Hello', { channel: lunch, topic: 'soup' }),
    await cook.sends('Hello', { channel: lunch, topic: 'soup' }),
  ]
  await cleo.refused(api.deleteMessage, { message_id: first }, api.cannotDelete)
  await ben.refused(updateMessage, { message_id: first, content: 'Stew' }, cannotEdit)
  await ben.call(api.deleteMessage, { message_id: first })
  await ada.send('PATCH', '/realm', { message_content_delete_limit_seconds: 60 })
  server.clock.advance(100_000)
  await ben.refused(api.deleteMessage, { message_id: second }, api.deleteTooLate)
  server.clock.release()
  await ada.send('PATCH', '/realm', {
    message_content_delete_limit_seconds: 'unlimited',
    can_delete_own_message_group: nobody,
  })
  await ben.refused(api.deleteMessage, { message_id: second }, api.cannotDelete)
})

test('own messages can be deleted only within the time limit', async ({ ada, ben, server }) => {
  const [one, two] = [await ben.sends('Hello', ada), await ben.sends('Hello', ada)]
  await ada.send('PATCH', '/realm', { message_content_delete_limit_seconds: 60 })
  server.clock.set(new Date(Date.now() + 75_000))
  await ben.call(api.deleteMessage, { message_id: one })
  server.clock.advance(10_000)
  await ben.refused(api.deleteMessage, { message_id: two }, api.deleteTooLate)
  await ada.call(api.deleteMessage, { message_id: two })
  server.clock.release()
})

test('users who can delete any message delete a topic in batches', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  for (let count = 0; count < 3; count++)
    await ben.sends('Hello', { channel: lunch, topic: count === 1 ? 'Soup' : 'soup' })
  const other = await ben.sends('Hello', { channel: lunch, topic: 'bread' })
  const watch = await ben.register()
  await ben.refused(api.deleteTopic, { stream_id: lunch, topic_name: 'soup' }, api.cannotDeleteTopic)
  assert.deepEqual(await ada.call(api.deleteTopic, { stream_id: lunch, topic_name: 'SOUP' }), { complete: true })
  await watch.agreesWithFreshRegister({ except })
  const [event] = await watch.of('delete_message')
  assert.equal((event?.message_ids as number[] | undefined)?.length, 3)
  await ada.send('GET', `/messages/${other}`)
  await ada.refused(api.deleteTopic, { stream_id: lunch + 1000, topic_name: 'x' })
  assert.deepEqual(await ada.call(api.deleteTopic, { stream_id: lunch, topic_name: 'nothing' }), { complete: true })
})

test('deletion events for protected history list only messages each user could see', async ({
  ada,
  ben,
  cleo,
  society,
}) => {
  const fields = { invite_only: true, history_public_to_subscribers: false }
  const club = await makeChannel(society.org, 'club', [ada, cleo], fields)
  const early = await ada.sends('Hello', { channel: club, topic: 'plans' })
  await joinChannel(society.org, club, ben, ada)
  const later = await ada.sends('Hello', { channel: club, topic: 'plans' })
  const [first, second] = [await cleo.register(), await ben.register()]
  await ada.call(api.deleteTopic, { stream_id: club, topic_name: 'plans' })
  assert.deepEqual((await first.of('delete_message'))[0]?.message_ids, [early, later])
  assert.deepEqual(
    (await second.of('delete_message')).map(({ message_ids }) => message_ids),
    [[later]],
  )
  for (const watch of [first, second]) await watch.agreesWithFreshRegister({ except })
})

test('restoring several messages at once restores the channel’s first message', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const ids: MessageId[] = []
  for (let i = 0; i < 4; i++) ids.push(await ben.sends('Hello', { channel: lunch, topic: 'soup' }))
  const first = async () => (await ada.call(getChannel, { stream_id: lunch })).stream.first_message_id
  const [begins] = ids
  assert.equal(await first(), begins)
  // in a channel with messages, and in an empty one
  for (const gone of [ids.slice(0, 3), ids])
    for (const order of [gone, [...gone].reverse()]) {
      for (const message_id of gone) await ada.call(api.deleteMessage, { message_id })
      assert.equal(await first(), ids[gone.length] ?? null)
      const watch = await ada.register()
      await society.org.transact(ada.id, async (mutation) => assert.equal(await bringBack(mutation, order), undefined))
      assert.equal(await first(), begins)
      await watch.agreesWithFreshRegister({ except })
    }
})

test('a deleted message can be restored until it is purged', async ({ ada, ben, society, server }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const { url } = await upload(ben, 'a.txt', 'x')
  const id = await ben.sends(`@**Ada** [a](${url})`, { channel: lunch, topic: 'soup' })
  const other = await ben.sends('Hello', { channel: lunch, topic: 'soup' })
  await ben.call(updateMessage, { message_id: id, content: `Hi @**Ada** [a](${url})` })
  await ada.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' })
  await ada.call(addReaction, { message_id: id, emoji_name: 'tada' })
  for (const person of [ada, ben]) await person.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' })
  const before = (await ben.send('GET', `/messages/${id}`)) as object
  for (const message_id of [id, other]) await ben.call(api.deleteMessage, { message_id })
  const watches = [await ada.register(), await ben.register()]
  const bring = (message: MessageId) => society.org.transact(null, (mutation) => restoreMessage(mutation, message))
  assert.equal(await bring(id), true)
  assert.equal(await bring(id), false)
  for (const watch of watches) {
    const [told, ...more] = await watch.of('message')
    const { message, flags } = told as {
      message: { id: number; content: string; reactions: object[] }
      flags: string[]
    }
    const isAda = watch === watches[0]
    const listed = (await (isAda ? ada : ben).send('GET', `/messages/${id}`)) as { message: typeof message }
    const { flags: _, edit_history: _history, ...shown } = listed.message as typeof message & Record<string, unknown>
    assert.deepEqual(message, shown)
    assert.deepEqual([flags, more], [isAda ? ['read', 'mentioned'] : ['read'], []])
  }
  assert.deepEqual(await ben.send('GET', `/messages/${id}`), before)
  for (const watch of watches) await watch.agreesWithFreshRegister({ except })
  const { attachments } = (await ben.send('GET', '/attachments')) as { attachments: { message_ids: number[] }[] }
  assert.deepEqual(attachments[0]?.message_ids, [id])
  server.clock.set(new Date(Date.now() + 31 * day))
  await purgeDeleted(society.org, 30)
  assert.equal(await bring(other), false)
  server.clock.release()
})

test('messages are kept as long as the organization or their channel says', async () => {
  const server = await startServer()
  try {
    const society = await TestOrganization.found(server)
    const { org, owner: ada } = society
    const ben = await society.join('Ben')
    const lunch = await makeChannel(org, 'lunch', [ada, ben])
    const archive = await makeChannel(org, 'archive', [ada, ben], { message_retention_days: 'unlimited' } as never)
    const brief = await makeChannel(org, 'brief', [ada, ben], { message_retention_days: 1 } as never)
    const old = [
      await ada.sends('Hello', { channel: lunch, topic: 'a' }),
      await ada.sends('Hello', { channel: lunch, topic: 'b' }),
      await ada.sends('Hello', ben),
    ]
    const forever = await ada.sends('Hello', { channel: archive, topic: 'a' })
    const short = await ada.sends('Hello', { channel: brief, topic: 'a' })
    await ada.send('PATCH', '/realm', { message_retention_days: 30 })
    server.clock.set(new Date(Date.now() + 2 * day))
    const watch = await ben.register()
    await expireMessages(org)
    const gone = async () => (await watch.of('delete_message')).flatMap(({ message_ids }) => message_ids as number[])
    const isOurs = (id: number) => [...old, forever, short].some((one) => one === id)
    assert.deepEqual((await gone()).filter(isOurs), [short])
    const young = await ben.sends('Hello', { channel: lunch, topic: 'a' })
    server.clock.advance(29 * day)
    await expireMessages(org)
    assert.deepEqual(
      (await gone()).filter(isOurs).sort((a, b) => a - b),
      [...old, short].sort((a, b) => a - b),
    )
    for (const id of [young, forever]) await ben.send('GET', `/messages/${id}`)
    await watch.agreesWithFreshRegister({ except })
  } finally {
    await server.close()
  }
})

test('the edit history shows each version, as far as the organization allows', async ({ ada, ben, society }) => {
  const [lunch, dinner] = [
    await makeChannel(society.org, 'lunch', [ada, ben]),
    await makeChannel(society.org, 'dinner', [ada, ben]),
  ]
  const id = await ada.sends('Hello **you**', { channel: lunch, topic: '' })
  await ada.call(updateMessage, { message_id: id, content: 'Hello **me**' })
  await ben.call(updateMessage, { message_id: id, topic: 'soup', stream_id: dinner })
  await ada.call(updateMessage, { message_id: id, topic: 'stew', content: 'Bye' })
  const history = async (params = {}) =>
    (await ben.call(getMessageHistory, { message_id: id, ...params })).message_history.map(
      ({ timestamp: _, ...one }) => one,
    )
  const hello = '<p>Hello <strong>you</strong></p>'
  const me = '<p>Hello <strong>me</strong></p>'
  assert.deepEqual(await history(), [
    { user_id: ada.id, topic: 'general chat', content: 'Hello **you**', rendered_content: hello },
    {
      user_id: ada.id,
      topic: 'general chat',
      content: 'Hello **me**',
      rendered_content: me,
      prev_content: 'Hello **you**',
      prev_rendered_content: hello,
      content_html_diff:
        '<p>Hello <strong><span class="highlight_text_deleted">you</span><span class="highlight_text_inserted">me</span></strong></p>',
    },
    {
      user_id: ben.id,
      topic: 'soup',
      prev_topic: 'general chat',
      stream: dinner,
      prev_stream: lunch,
      content: 'Hello **me**',
      rendered_content: me,
    },
    {
      user_id: ada.id,
      topic: 'stew',
      prev_topic: 'soup',
      content: 'Bye',
      rendered_content: '<p>Bye</p>',
      prev_content: 'Hello **me**',
      prev_rendered_content: me,
      content_html_diff:
        '<p><span class="highlight_text_deleted">Hello me</span><span class="highlight_text_inserted">Bye</span></p>',
    },
  ])
  assert.equal((await history({ allow_empty_topic_name: true }))[0]?.topic, '')
  await ada.send('PATCH', '/realm', { message_edit_history_visibility_policy: 'moves' })
  const moves = await history()
  assert.deepEqual(
    moves.map(({ topic, content, prev_content }) => [topic, content, prev_content]),
    ['general chat', 'soup', 'stew'].map((topic) => [topic, 'Bye', undefined]),
  )
  await ada.send('PATCH', '/realm', { message_edit_history_visibility_policy: 'none' })
  await ben.refused(getMessageHistory, { message_id: id }, historyTurnedOff)
  await ben.refused(getMessageHistory, { message_id: id + 1000 })
})
