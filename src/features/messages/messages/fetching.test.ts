import { assert, type Person, test } from '#test'
import { joinChannel, leaveChannel, makeChannel } from '../../../../test/harness/channel.ts'
import { multiply } from '../../../../test/harness/many-messages.ts'
import { groupsCache } from '../../people/groups/cache.ts'
import {
  beyondNewest,
  getChannelTopics,
  getMessage,
  getMessages,
  incompatibleParameters,
  matchesNarrow,
  tooManyMessages,
} from './api/fetch.ts'
import { invalidMessages, updateMessageFlags } from './api/flags.ts'
import { sendMessage as send } from './api/send.ts'

const say = async (person: Person, to: number, topic: string, content: string) =>
  (await person.call(send, { type: 'channel', to, topic, content })).id

const write = async (person: Person, to: Person[], content: string) =>
  (await person.call(send, { type: 'direct', to: to.map(({ id }) => id), content })).id

const newest = { anchor: 'newest', num_before: 100, num_after: 0 } as const
const ids = ({ messages }: { messages: { id: number }[] }) => messages.map(({ id }) => id)
const first = <T>(list: readonly T[]): T => list[0] as T

test('pages have no gaps and report the end of the history', async ({ ada, ben, society }) => {
  const channel = await makeChannel(society.org, 'pages', [ada, ben])
  const sent: number[] = []
  for (let n = 0; n < 9; n++) sent.push(await say(ada, channel, 'counting', `number ${n}`))
  const narrow = [['channel', channel]]
  const last = await ben.call(getMessages, { anchor: 'newest', num_before: 4, num_after: 0, narrow })
  assert.deepEqual(ids(last), sent.slice(5))
  assert.deepEqual(
    [last.anchor, last.found_newest, last.found_oldest, last.found_anchor, last.history_limited],
    [beyondNewest, true, false, false, false],
  )
  const before = { anchor: String(sent[5]), num_before: 5, num_after: 0, include_anchor: false, narrow }
  const earlier = await ben.call(getMessages, before)
  assert.deepEqual(ids(earlier), sent.slice(0, 5))
  assert.deepEqual([earlier.anchor, earlier.found_oldest, earlier.found_newest], [sent[5], true, false])
  const around = await ben.call(getMessages, { anchor: String(sent[4]), num_before: 2, num_after: 4, narrow })
  assert.deepEqual(ids(around), sent.slice(2))
  assert.deepEqual([around.found_anchor, around.found_newest, around.found_oldest], [true, true, false])
  const oldest = await ben.call(getMessages, { anchor: 'oldest', num_before: 0, num_after: 3, narrow })
  assert.deepEqual(ids(oldest), sent.slice(0, 3))
  assert.deepEqual([oldest.anchor, oldest.found_oldest, oldest.found_newest], [0, true, false])
})

test('an anchor without a message is a position between messages', async ({ ada, society }) => {
  const channel = await makeChannel(society.org, 'gaps', [ada])
  const other = await makeChannel(society.org, 'elsewhere', [ada])
  const one = await say(ada, channel, 'a', 'one')
  const between = await say(ada, other, 'a', 'elsewhere')
  const two = await say(ada, channel, 'a', 'two')
  const around = { anchor: String(between), num_before: 1, num_after: 1, narrow: [['channel', channel]] }
  const result = await ada.call(getMessages, around)
  assert.deepEqual([ids(result), result.found_anchor, result.anchor], [[one, two], false, between])
})

test("first_unread is the narrow's oldest unread message, or past the newest without one", async ({
  ada,
  ben,
  society,
}) => {
  const channel = await makeChannel(society.org, 'unread', [ada, ben])
  const sent = [await say(ada, channel, 'a', '1'), await say(ada, channel, 'b', '2'), await say(ada, channel, 'a', '3')]
  await ben.call(updateMessageFlags, { messages: [first(sent)], op: 'add', flag: 'read' })
  const narrow = [
    ['channel', channel],
    ['topic', 'A'],
  ]
  const params = { num_before: 10, num_after: 10, narrow }
  const unread = await ben.call(getMessages, { anchor: 'first_unread', ...params })
  assert.deepEqual([unread.anchor, unread.found_anchor, ids(unread)], [sent[2], true, [sent[0], sent[2]]])
  assert.deepEqual(
    unread.messages.map(({ flags }) => flags?.includes('read')),
    [true, false],
  )
  // older clients send both
  const older = await ben.call(getMessages, { anchor: '0', use_first_unread_anchor: true, ...params })
  assert.equal(older.anchor, sent[2])
  await ben.call(updateMessageFlags, { messages: sent, op: 'add', flag: 'read' })
  const read = await ben.call(getMessages, { anchor: 'first_unread', ...params })
  assert.deepEqual([read.anchor, read.found_newest, ids(read)], [beyondNewest, true, [sent[0], sent[2]]])
})

test("a date anchor finds the narrow's first message since then", async ({ ada, society, server }) => {
  const channel = await makeChannel(society.org, 'dates', [ada])
  const sent: number[] = []
  for (const day of ['2030-01-01T10:00Z', '2030-01-02T10:00Z', '2030-01-03T10:00Z']) {
    server.clock.set(new Date(day))
    sent.push(await say(ada, channel, 'a', day))
  }
  server.clock.release()
  const at = async (anchor_date: string) =>
    (
      await ada.call(getMessages, {
        anchor: 'date',
        anchor_date,
        num_before: 0,
        num_after: 0,
        narrow: [['channel', channel]],
      })
    ).anchor
  assert.equal(await at('2030-01-02'), sent[1])
  assert.equal(await at('2030-01-02T10:00:00+00:00'), sent[1])
  assert.equal(await at('2030-01-02T12:30'), sent[2])
  assert.equal(await at('2030-01-02T12:30+05:00'), sent[1])
  assert.equal(await at('1999-12-31'), sent[0])
  assert.equal(await at('2031-01-01'), beyondNewest)
  await ada.refusedRaw('GET', '/messages', { anchor: 'date', num_before: 1, num_after: 1 })
  const bad = { anchor: 'date', anchor_date: 'yesterday', num_before: 1, num_after: 1 }
  assert.match((await ada.refusedRaw('GET', '/messages', bad)).message, /anchor_date/)
})

test('a message has every field that clients read', async ({ ada, ben, society }) => {
  const channel = await makeChannel(society.org, 'fields', [ada, ben])
  const id = await say(ada, channel, 'see https://example.org', '*hello* @**Ben**')
  const message = first((await ben.call(getMessages, newest)).messages.filter((one) => one.id === id))
  const { avatar_url, timestamp, client, content, ...rest } = message
  assert.equal(typeof avatar_url, 'string')
  assert.ok(Number.isInteger(timestamp) && client !== '')
  assert.match(content, /^<p><em>hello<\/em> <span class="user-mention"/)
  assert.deepEqual(rest, {
    id,
    type: 'stream',
    stream_id: channel,
    display_recipient: 'fields',
    recipient_id: rest.recipient_id,
    sender_id: ada.id,
    sender_full_name: 'Ada',
    sender_email: ada.email,
    sender_realm_str: society.subdomain,
    subject: 'see https://example.org',
    topic_links: [{ text: 'https://example.org', url: 'https://example.org' }],
    is_me_message: false,
    reactions: [],
    submessages: [],
    content_type: 'text/html',
    flags: ['mentioned'],
  })
  const raw = await ben.call(getMessages, { ...newest, apply_markdown: false, narrow: [['id', id]] })
  assert.deepEqual(
    raw.messages.map((one) => [one.content, one.content_type]),
    [['*hello* @**Ben**', 'text/x-markdown']],
  )
  const single = await ben.call(getMessage, { message_id: id })
  assert.deepEqual([single.raw_content, single.message], ['*hello* @**Ben**', message])
})

test('display_recipient of a direct message has its recipients and its sender', async ({ ada, ben, cleo }) => {
  const id = await write(ada, [ben, cleo], 'hi')
  const { message } = await cleo.call(getMessage, { message_id: id })
  assert.deepEqual([message.type, message.subject, message.stream_id], ['private', '', undefined])
  assert.deepEqual(
    (message.display_recipient as { id: number; email: string }[]).map((one) => [one.id, one.email]),
    [ada, ben, cleo].map((one) => [one.id, one.email]),
  )
})

test("the empty topic has a display name for clients that don't support it", async ({ ada, society }) => {
  const channel = await makeChannel(society.org, 'empty', [ada])
  const id = await say(ada, channel, '', 'no topic')
  for (const [allow_empty_topic_name, name] of [
    [false, 'general chat'],
    [true, ''],
  ] as const) {
    const narrow = [
      ['channel', 'empty'],
      ['topic', name],
    ]
    const fetched = await ada.call(getMessages, { ...newest, narrow, allow_empty_topic_name })
    assert.deepEqual(
      fetched.messages.map((one) => [one.id, one.subject]),
      [[id, name]],
    )
    const { topics } = await ada.call(getChannelTopics, { stream_id: channel, allow_empty_topic_name })
    assert.deepEqual(topics, [{ name, max_id: id }])
  }
})

test('fetching by ID leaves out missing and unreadable messages', async ({ ada, ben, cleo }) => {
  const mine = await write(ada, [ben], 'for ben')
  const theirs = await write(ada, [cleo], 'for cleo')
  const message_ids = [theirs, mine, mine, 999_999]
  const { messages, ...rest } = await ben.call(getMessages, { message_ids })
  assert.deepEqual(
    messages.map(({ id }) => id),
    [mine],
  )
  assert.deepEqual(rest, { found_anchor: false, found_newest: false, found_oldest: false, history_limited: false })
  assert.deepEqual(ids(await ben.call(getMessages, { message_ids, narrow: [['is', 'starred']] })), [])
  for (const extra of [{ anchor: 'newest' }, { num_before: 0 }, { include_anchor: true }])
    await ben.refused(getMessages, { message_ids, ...extra }, incompatibleParameters)
})

test('invalid parameters are named in the error', async ({ ada }) => {
  await ada.refused(getMessages, { anchor: 'newest', num_before: 5_000, num_after: 1 }, tooManyMessages)
  const wrong: [Record<string, unknown>, RegExp][] = [
    [{ num_before: 1, num_after: 1 }, /anchor/],
    [{ anchor: 'newest', num_after: 1 }, /num_before/],
    [{ anchor: 'newest', num_before: 1 }, /num_after/],
    [{ anchor: 'newest', num_before: -1, num_after: 1 }, /num_before/],
    [{ anchor: 'sometime', num_before: 1, num_after: 1 }, /anchor/],
    [{ anchor: 'newest', num_before: 1, num_after: 1, narrow: '[' }, /narrow/],
    [{ anchor: 'newest', num_before: 1, num_after: 1, narrow: 'x' }, /narrow/],
  ]
  for (const [params, pattern] of wrong)
    assert.match((await ada.refusedRaw('GET', '/messages', params)).message, pattern)
})

test('missing and private messages give the same error', async ({ ada, ben, cleo }) => {
  const id = await write(ada, [ben], 'between us')
  const answers = [id, 999_999].map((message_id) => cleo.refused(getMessage, { message_id }, invalidMessages))
  const [hidden, missing] = await Promise.all(answers)
  assert.deepEqual([hidden?.message, hidden?.fields], [missing?.message, missing?.fields])
})

test('history is public for members, protected before the subscription, and closed after leaving', async ({
  ada,
  ben,
  society,
}) => {
  const open = await makeChannel(society.org, 'open', [ada])
  const shared = await makeChannel(society.org, 'shared', [ada], {
    invite_only: true,
    history_public_to_subscribers: true,
  })
  const secret = { invite_only: true, history_public_to_subscribers: false }
  const closed = await makeChannel(society.org, 'closed', [ada], secret)
  const channels = [open, shared, closed]
  const early: number[] = []
  for (const channel of channels) early.push(await say(ada, channel, 'old', 'before'))
  const readable = async () => ids(await ben.call(getMessages, { message_ids: [...early, ...late] }))
  const late: number[] = []
  assert.deepEqual(await readable(), [early[0]])
  for (const channel of channels) await joinChannel(society.org, channel, ben, ada)
  for (const channel of channels) late.push(await say(ada, channel, 'new', 'after'))
  assert.deepEqual(await readable(), [early[0], early[1], ...late])
  const flags = async (id: number) => (await ben.call(getMessage, { message_id: id })).message.flags
  assert.deepEqual(await flags(first(early)), ['read', 'historical'])
  assert.deepEqual(await flags(first(late)), [])
  const topics = async (stream_id: number) =>
    (await ben.call(getChannelTopics, { stream_id })).topics.map(({ name }) => name)
  assert.deepEqual(await topics(shared), ['new', 'old'])
  assert.deepEqual(await topics(closed), ['new'])
  // the default view has received messages; a channel narrow also has its earlier history
  const feed = ids(await ben.call(getMessages, newest)).filter((id) => [...early, ...late].includes(id))
  assert.deepEqual(feed, late)
  const ofShared = await ben.call(getMessages, {
    ...newest,
    narrow: [
      ['channel', shared],
      ['topic', 'old'],
    ],
  })
  assert.deepEqual(ids(ofShared), [early[1]])
  for (const channel of channels) await leaveChannel(society.org, channel, ben)
  assert.deepEqual(await readable(), [early[0], late[0]])
  await ben.refused(getMessage, { message_id: late[1] as number }, invalidMessages)
})

test('topics are case-insensitive, newest first, named as in their newest message', async ({ ada, society }) => {
  const channel = await makeChannel(society.org, 'topics', [ada])
  await say(ada, channel, 'Tea', '1')
  const coffee = await say(ada, channel, 'coffee', '2')
  const tea = await say(ada, channel, 'TEA', '3')
  const { topics } = await ada.call(getChannelTopics, { stream_id: channel })
  assert.deepEqual(topics, [
    { name: 'TEA', max_id: tea },
    { name: 'coffee', max_id: coffee },
  ])
})

test('a guest can read only subscribed channels', async ({ ada, gus, society }) => {
  const open = await makeChannel(society.org, 'for members', [ada])
  const id = await say(ada, open, 'x', 'members')
  await gus.refused(getMessage, { message_id: id }, invalidMessages)
  assert.deepEqual(ids(await gus.call(getMessages, { ...newest, narrow: [['channels', 'public']] })), [])
  await gus.refused(getChannelTopics, { stream_id: open })
})

test('matches_narrow returns the matching messages with highlights', async ({ ada, ben, society }) => {
  const channel = await makeChannel(society.org, 'matching', [ada, ben])
  const match = await say(ada, channel, 'Teapots & <tea>', 'two teapots')
  const other = await say(ada, channel, 'cups', 'cups')
  const { messages } = await ben.call(matchesNarrow, { msg_ids: [match, other], narrow: [['search', 'teapot']] })
  assert.deepEqual(messages, {
    [match]: {
      match_content: '<p>two <span class="highlight">teapots</span></p>',
      match_subject: '<span class="highlight">Teapots</span> &amp; &lt;tea&gt;',
    },
  })
})

test('fetching by ID allows as many messages as fetching around an anchor', async ({ ben }) => {
  const message_ids = Array.from({ length: 5_000 }, (_, index) => 1_000_000 + index)
  assert.deepEqual((await ben.send('GET', '/messages', { message_ids })).messages, [])
})

test('a long list of messages equals its parts', async ({ ada, ben, society }) => {
  const channel = await makeChannel(society.org, 'long', [ada, ben])
  const id = await say(ada, channel, 'counting', 'a word')
  await multiply(ada, id, 1_200)
  const asked = { narrow: [['channel', channel]], num_after: 0 }
  const all = await ben.call(getMessages, { ...asked, anchor: 'newest', num_before: 5_000 })
  assert.equal(all.messages.length, 1_201)
  const parts: typeof all.messages = []
  for (let anchor = 'newest'; parts.length < 1_201; anchor = `${first(parts).id}`) {
    const { messages } = await ben.call(getMessages, { ...asked, anchor, num_before: 300, include_anchor: false })
    parts.unshift(...messages)
  }
  assert.deepEqual(all.messages, parts)
})

test('a guest with limited access finds no other users by narrow or mention', async ({ ada, ben, cleo, gus }) => {
  const members = ada.org.get(groupsCache).system('role:members').id
  await ada.send('PATCH', '/realm', { can_access_all_users_group: members })
  await ada.send('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: 'loom' }],
    principals: [ben.id, gus.id],
  })
  const refusal = async (operator: string, operand: unknown) =>
    (await gus.refusedRaw('GET', '/messages', { ...newest, narrow: [{ operator, operand }] })).message
  const nobody = await refusal('sender', 987_654)
  for (const operator of ['sender', 'dm', 'dm-including'])
    for (const operand of [cleo.id, cleo.email, [cleo.id], 987_654, 'nobody@loquat.test']) {
      if (operator === 'sender' && Array.isArray(operand)) continue
      assert.equal(await refusal(operator, operand), nobody)
    }
  await gus.send('GET', '/messages', { ...newest, narrow: [{ operator: 'sender', operand: ben.id }] })
  const rendered = async (text: string) =>
    (await gus.send('POST', '/messages/render', { content: text })).rendered as string
  assert.match(await rendered('@**Ben**'), new RegExp(`data-user-id="${ben.id}"`))
  for (const text of ['@**Cleo**', `@**Cleo|${cleo.id}**`, `@**|${cleo.id}**`, '@_**Cleo**'])
    assert.doesNotMatch(await rendered(text), /data-user-id/)
})
