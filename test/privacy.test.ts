import { ApiError } from '#contract'
import { assert, Person, type TestOrganization, test } from '#test'
import { policies } from '../src/features/channels/user-topics/api.ts'
import type { Account } from '../src/features/people/users/account.ts'
import { peopleCache } from '../src/features/people/users/cache.ts'
import { createAccessToken } from '../src/features/sign-in/access-tokens/api.ts'

const secret = 'xyzzyplugh'
const secretTopic = 'plovertopic'
const secretChannel = 'twistychannel'

interface Scene {
  society: TestOrganization
  channelId: number
  messageId: number
  directId: number
}

/** A private channel of two people, a message in it, and a direct message between them. */
async function scene(society: TestOrganization, ada: Person, ben: Person): Promise<Scene> {
  await ada.send('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: secretChannel, description: secret }],
    principals: [ada.id, ben.id],
    invite_only: true,
    history_public_to_subscribers: false,
  })
  const { stream_id } = await ada.send('GET', '/get_stream_id', { stream: secretChannel })
  const to = { type: 'channel', to: stream_id, topic: secretTopic }
  const { id } = await ada.send('POST', '/messages', { ...to, content: `${secret} https://example.org/${secret}` })
  const direct = await ada.sends(`${secret} in person`, ben)
  return { society, channelId: stream_id as number, messageId: id as number, directId: direct }
}

/** Every request about messages and channels, as method, path, and parameters. */
function* questions(
  { channelId, messageId, directId }: Scene,
  ada: Person,
  ben: Person,
): Iterable<[string, string, Record<string, unknown>]> {
  const narrows: unknown[][] = [
    [],
    [['search', secret]],
    [['channel', channelId]],
    [['channel', secretChannel]],
    [
      ['channel', channelId],
      ['topic', secretTopic],
    ],
    [['topic', secretTopic]],
    [['channels', 'public']],
    [['sender', ada.id]],
    [['dm', [ada.id, ben.id]]],
    [['dm-including', [ada.id]]],
    [['id', messageId]],
    [['id', directId]],
    [['with', messageId]],
    [['with', directId]],
    [['near', messageId]],
    [['is', 'dm']],
    [['is', 'unread']],
    [['is', 'starred']],
    [['is', 'mentioned']],
    [['has', 'link']],
    [{ operator: 'is', operand: 'dm', negated: true }],
    [{ operator: 'channel', operand: channelId, negated: true }],
    [{ operator: 'sender', operand: ben.id, negated: true }],
  ]
  for (const narrow of narrows) {
    yield ['GET', '/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow }]
    yield ['GET', '/messages', { anchor: messageId, num_before: 5, num_after: 5, narrow }]
    yield ['GET', '/messages', { message_ids: [messageId, directId], narrow }]
    yield ['GET', '/messages/matches_narrow', { msg_ids: [messageId, directId], narrow }]
    yield [
      'POST',
      '/messages/flags/narrow',
      { anchor: 'oldest', num_before: 0, num_after: 100, narrow, op: 'add', flag: 'starred' },
    ]
    yield ['POST', '/register', { narrow, event_types: ['message'], fetch_event_types: ['message'] }]
  }
  for (const id of [messageId, directId]) {
    yield ['GET', `/messages/${id}`, {}]
    yield ['GET', `/messages/${id}/history`, {}]
    yield ['GET', `/messages/${id}/read_receipts`, {}]
    yield ['POST', `/messages/${id}/reactions`, { emoji_name: 'thumbs_up' }]
    yield ['PATCH', `/messages/${id}`, { content: 'mine now' }]
    yield ['PATCH', `/messages/${id}`, { topic: 'mine now' }]
    yield ['DELETE', `/messages/${id}`, {}]
    yield ['POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred' }]
    yield ['POST', '/messages/flags', { messages: [id], op: 'remove', flag: 'read' }]
    yield ['POST', '/submessage', { message_id: id, msg_type: 'widget', content: '{}' }]
    yield ['POST', `/messages/${id}/typing`, { op: 'start' }]
    yield ['POST', '/reminders', { message_id: id, scheduled_delivery_timestamp: 4_000_000_000 }]
  }
  yield ['GET', '/streams', { include_all_active: false }]
  yield ['GET', '/users/me/subscriptions', { include_subscribers: true }]
  yield ['GET', `/streams/${channelId}`, {}]
  yield ['GET', `/streams/${channelId}/members`, {}]
  yield ['GET', `/users/me/${channelId}/topics`, {}]
  yield ['GET', '/get_stream_id', { stream: secretChannel }]
  yield ['GET', `/users/${ada.id}/subscriptions/${channelId}`, {}]
  yield ['POST', '/messages/render', { content: `#**${secretChannel}** #**${secretChannel}>${secretTopic}**` }]
  yield ['POST', '/user_topics', { stream_id: channelId, topic: secretTopic, visibility_policy: policies.followed }]
  yield ['POST', '/mark_topic_as_read', { stream_id: channelId, topic_name: secretTopic }]
  yield ['POST', '/messages', { type: 'channel', to: channelId, topic: 'x', content: 'let me in' }]
  yield ['POST', '/users/me/subscriptions', { subscriptions: [{ name: secretChannel }] }]
  yield ['POST', '/typing', { type: 'channel', op: 'start', stream_id: channelId, topic: 'x' }]
  yield ['GET', '/attachments', {}]
  yield ['POST', '/register', {}]
}

/** The response as text, successful or not, without what the request itself contained. */
async function answerTo(
  person: Person,
  [method, path, params]: [string, string, Record<string, unknown>],
): Promise<string> {
  try {
    return JSON.stringify(await person.send(method, path, params))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    assert.ok(error.status < 500, `${method} ${path}: ${error.message}`)
    return JSON.stringify([error.status, error.code, error.message, error.fields])
  }
}

const hidden = (text: string, asked: string, words: string[]) => {
  for (const word of words)
    if (!asked.includes(word)) assert.ok(!text.includes(word), `${asked} told ${word}: ${text.slice(0, 2_000)}`)
}

test("outsiders can't read private content through any endpoint", async ({ society, ada, ben, cleo, gus, momo }) => {
  const set = await scene(society, ada, ben)
  for (const person of [cleo, gus, momo]) {
    for (const question of questions(set, ada, ben)) {
      const answer = await answerTo(person, question)
      hidden(answer, JSON.stringify(question), [secret, secretTopic, secretChannel])
    }
  }
})

test("a token limited to one channel can't see others or direct messages", async ({ society, ada, ben }) => {
  const set = await scene(society, ada, ben)
  const { id } = await ada.send('POST', '/channels/create', { name: 'weaving', subscribers: [ada.id] })
  const { token } = await ada.call(createAccessToken, {
    name: 'agent',
    scopes: ['read', 'write', 'channels', 'admin'],
    channel_ids: [id as number],
  })
  const account = society.org.get(peopleCache).byId.get(ada.id) as Account
  const agent = new Person(society.server, society.org, society.subdomain, { ...account, apiKey: token })
  const sent = await agent.sends('within', { channel: id as number, topic: 'warp' })
  for (const question of questions(set, ada, ben))
    hidden(await answerTo(agent, question), JSON.stringify(question), [secret, secretTopic, secretChannel])
  const all = await agent.send('GET', '/messages', { anchor: 'newest', num_before: 100, num_after: 0 })
  assert.ok((all.messages as { stream_id?: number }[]).every(({ stream_id }) => stream_id === id))
  assert.ok((all.messages as { id: number }[]).some((one) => one.id === sent))
  const direct = { type: 'direct', to: [ben.id], content: 'psst' }
  assert.equal((await agent.refusedRaw('POST', '/messages', direct)).code, 'NOT_WITH_TOKEN')
  const move = { stream_id: set.channelId, propagate_mode: 'change_one' }
  assert.equal((await agent.refusedRaw('PATCH', `/messages/${sent}`, move)).message, 'Invalid channel ID')
})

test('an administrator outside a private channel can see it, but not read it', async ({ society, ada, ben, ines }) => {
  const set = await scene(society, ada, ben)
  for (const question of questions(set, ada, ben)) {
    // administrators see names and descriptions of channels
    const answer = (await answerTo(ines, question)).replace(/"(rendered_)?description":"[^"]*"/g, '')
    hidden(answer, JSON.stringify(question), [
      `${secret} https`,
      `example.org/${secret}`,
      `${secret} in person`,
      secretTopic,
    ])
  }
})

test('missing and hidden things get the same response', async ({ society, ada, ben, cleo }) => {
  const set = await scene(society, ada, ben)
  const missing = { ...set, channelId: 999_999_001, messageId: 999_999_002, directId: 999_999_003 }
  const real = [...questions(set, ada, ben)]
  const absent = [...questions(missing, ada, ben)]
  for (const [index, question] of real.entries()) {
    const [, path, params] = question
    const byName = JSON.stringify([path, params])
    // these contain the channel's name, which both know, or change later responses
    if (byName.includes(secretChannel) || /\/(register|subscriptions$|messages\/flags\/narrow)/.test(path)) continue
    // a request without any of the three IDs is the same twice
    if (JSON.stringify(question) === JSON.stringify(absent[index])) continue
    const plain = (text: string, { channelId, messageId, directId }: Scene) => {
      const { messages, ...rest } = text.startsWith('{') ? JSON.parse(text) : { error: text }
      let result = JSON.stringify(rest)
      for (const [id, word] of [
        [channelId, 'C'],
        [messageId, 'M'],
        [directId, 'D'],
      ] as const)
        result = result.replaceAll(new RegExp(`\\b${id}\\b`, 'g'), word)
      return `${result} ${JSON.stringify(Array.isArray(messages) ? messages.map((message) => message.id ?? message) : messages)}`
    }
    const one = plain(await answerTo(cleo, question), set)
    const other = plain(await answerTo(cleo, absent[index] as (typeof real)[number]), missing)
    assert.equal(one, other, byName)
  }
})

test("outsiders get no events from private channels or others' conversations", async ({
  society,
  ada,
  ben,
  cleo,
  gus,
  momo,
}) => {
  const watches = await Promise.all(
    [cleo, gus, momo].map((person) => person.registerWith({ all_public_streams: true })),
  )
  const { channelId, messageId, directId } = await scene(society, ada, ben)
  for (const id of [messageId, directId]) {
    await ben.send('POST', `/messages/${id}/reactions`, { emoji_name: 'thumbs_up' })
    await ada.send('PATCH', `/messages/${id}`, { content: `${secret} again` })
    await ben.send('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
  }
  await ada.send('PATCH', `/messages/${messageId}`, { topic: `${secretTopic} two`, propagate_mode: 'change_all' })
  await ada.send('POST', '/typing', { type: 'channel', op: 'start', stream_id: channelId, topic: secretTopic })
  await ada.send('POST', '/typing', { op: 'start', to: [ben.id] })
  await ada.sends(`@**all** @**Cleo** ${secret}`, { channel: channelId, topic: secretTopic })
  await ada.send('DELETE', `/messages/${directId}`)
  for (const watch of watches) hidden(JSON.stringify(await watch.drain()), '', [secret, secretTopic, secretChannel])
})

test("people who left a private channel can't read or receive its messages", async ({ society, ada, ben }) => {
  const { channelId, messageId, ...rest } = await scene(society, ada, ben)
  await ben.send('DELETE', '/users/me/subscriptions', { subscriptions: [secretChannel] })
  const watch = await ben.register()
  const id = await ada.sends(`${secret} later`, { channel: channelId, topic: secretTopic })
  await ada.send('PATCH', `/messages/${id}`, { content: `${secret} even later` })
  hidden(JSON.stringify(await watch.drain()), '', [secret, secretTopic])
  for (const question of questions({ channelId, messageId, ...rest }, ada, ben))
    hidden(await answerTo(ben, question), JSON.stringify(question), [`${secret} https`, `${secret} later`, secretTopic])
})

test('protected history stays hidden from new subscribers', async ({ society, ada, ben, cleo }) => {
  const set = await scene(society, ada, ben)
  await ada.send('POST', '/users/me/subscriptions', { subscriptions: [{ name: secretChannel }], principals: [cleo.id] })
  const id = await ada.sends('welcome', { channel: set.channelId, topic: 'new' })
  await cleo.send('GET', `/messages/${id}`)
  for (const question of questions(set, ada, ben)) {
    // a user's own policy for a topic with that name is in their own register response
    if (question[1] === '/user_topics') continue
    const answer = (await answerTo(cleo, question)).replace(/"(rendered_)?description":"[^"]*"/g, '')
    hidden(answer, JSON.stringify(question), [`${secret} https`, `${secret} in person`, secretTopic])
  }
})
