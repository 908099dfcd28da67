import type { MessageId } from '#contract'
import { assert, type Person, test } from '#test'
import { joinChannel, makeChannel } from '../../../../test/harness/channel.ts'
import { invalidChannelId } from '../../channels/channels/errors.ts'
import { type Policy, policies, type UserTopic, updateUserTopic } from '../../channels/user-topics/api.ts'
import * as api from './api/edit.ts'
import { updateMessageFlags } from './api/flags.ts'
import { cannotPost } from './api/send.ts'
import { messagesMoved } from './hooks.ts'

/** Not in events: the newest message that a user received may be moved away. */
const except = ['max_message_id']
const quiet = { send_notification_to_new_thread: false }
const read = (person: Person, messages: number[]) =>
  person.call(updateMessageFlags, { messages, op: 'add', flag: 'read' })
const flagsOf = async (person: Person, id: number) =>
  ((await person.send('GET', `/messages/${id}`)) as { message: { flags: string[] } }).message.flags
const textsIn = async (person: Person, channel: number, topic: string) => {
  const narrow = [
    { operator: 'channel', operand: channel },
    { operator: 'topic', operand: topic },
  ]
  const { messages } = (await person.send('GET', '/messages', {
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
    narrow,
  })) as {
    messages: { id: number; content: string; sender_full_name: string }[]
  }
  return messages
}

test('change_one, change_later, and change_all rename a topic for their messages', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const [one, two, three] = [
    await ada.sends('Hello', { channel: lunch, topic: 'soup' }),
    await ben.sends('Hello', { channel: lunch, topic: 'Soup' }),
    await ada.sends('Hello', { channel: lunch, topic: 'soup' }),
  ]
  const watch = await ben.register()
  const {
    edit_timestamp,
    id: _,
    ...event
  } = await (async () => {
    await ada.call(api.updateMessage, { message_id: two, topic: 'stew', propagate_mode: 'change_later', ...quiet })
    return (await watch.until(({ type }) => type === 'update_message')) as unknown as {
      edit_timestamp: number
      id: number
    }
  })()
  assert.deepEqual(event, {
    type: 'update_message',
    user_id: ada.id,
    rendering_only: false,
    message_id: two,
    message_ids: [two, three],
    stream_id: lunch,
    stream_name: 'lunch',
    propagate_mode: 'change_later',
    orig_subject: 'Soup',
    subject: 'stew',
    topic_links: [],
    flags: [],
  })
  await watch.agreesWithFreshRegister()
  await ada.call(api.updateMessage, { message_id: three, topic: 'bread', ...quiet })
  await ada.call(api.updateMessage, { message_id: two, topic: 'soup', propagate_mode: 'change_all', ...quiet })
  await watch.agreesWithFreshRegister()
  assert.deepEqual(
    (await textsIn(ben, lunch, 'soup')).map(({ id }) => id),
    [one, two],
  )
  const { message } = (await ben.send('GET', `/messages/${two}`)) as { message: Record<string, unknown> }
  assert.ok((message.last_moved_timestamp as number) >= edit_timestamp)
  assert.deepEqual(
    (message.edit_history as Record<string, unknown>[]).map(({ timestamp: _, ...entry }) => entry),
    [
      { user_id: ada.id, topic: 'soup', prev_topic: 'stew' },
      { user_id: ada.id, topic: 'stew', prev_topic: 'Soup' },
    ],
  )
})

test('text and topic change together in one edit history entry', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const [one, two] = [
    await ada.sends('one', { channel: lunch, topic: 'soup' }),
    await ben.sends('two', { channel: lunch, topic: 'soup' }),
  ]
  const watch = await ben.register()
  await ada.call(api.updateMessage, {
    message_id: one,
    topic: 'stew',
    content: 'uno',
    propagate_mode: 'change_all',
    ...quiet,
  })
  await watch.agreesWithFreshRegister()
  const [event] = await watch.of('update_message')
  assert.deepEqual([event?.message_ids, event?.content, event?.subject], [[one, two], 'uno', 'stew'])
  const history = async (id: number) =>
    ((await ben.send('GET', `/messages/${id}`)) as { message: { edit_history: object[] } }).message.edit_history.map(
      (entry) => Object.keys(entry).sort().join(),
    )
  assert.deepEqual(await history(one), ['prev_content,prev_rendered_content,prev_topic,timestamp,topic,user_id'])
  assert.deepEqual(await history(two), ['prev_topic,timestamp,topic,user_id'])
})

test("resolving and unresolving a topic posts notices and doesn't count as a move", async ({
  ada,
  ben,
  society,
  server,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const name = 'x'.repeat(60)
  const id = await ada.sends('Hello', { channel: lunch, topic: name })
  server.clock.set(new Date(Date.now() + 30 * 86_400_000))
  const watch = await ben.register()
  await ben.call(api.updateMessage, { message_id: id, topic: `✔ ${name}`, propagate_mode: 'change_all' })
  await watch.agreesWithFreshRegister()
  const [, notice] = await textsIn(ben, lunch, `✔ ${name}`)
  assert.match(notice?.content ?? '', /@?Ben<\/span> has marked this topic as resolved\./)
  await ada.sends('Hello', { channel: lunch, topic: `✔ ${name}` })
  const { message } = (await ben.send('GET', `/messages/${id}`)) as { message: Record<string, unknown> }
  assert.equal(message.last_moved_timestamp, undefined)
  assert.equal((message.edit_history as unknown[]).length, 1)
  await ben.call(api.updateMessage, { message_id: id, topic: name, propagate_mode: 'change_all' })
  assert.match((await textsIn(ben, lunch, name)).at(-1)?.content ?? '', /has marked this topic as unresolved\./)
  await watch.agreesWithFreshRegister()
  await ada.send('PATCH', '/realm', { can_resolve_topics_group: { new: { direct_members: [], direct_subgroups: [] } } })
  await ben.refused(
    api.updateMessage,
    { message_id: id, topic: `✔ ${name}`, propagate_mode: 'change_all' },
    api.cannotResolve,
  )
  server.clock.release()
})

test("messages without a topic can't be resolved", async ({ ada, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const id = await ada.sends('Hello', { channel: lunch, topic: '' })
  for (const topic of ['✔ ', '✔', '✔ general chat', '✔ (no topic)'])
    await ada.refused(
      api.updateMessage,
      { message_id: id, topic, propagate_mode: 'change_all' },
      api.emptyTopicResolved,
    )
})

test('moves use a display name for clients without support for the empty topic', async ({ ada, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const id = await ada.sends('Hello', { channel: lunch, topic: '' })
  const plain = await ada.registerWith({ client_capabilities: {} })
  await ada.call(api.updateMessage, { message_id: id, topic: 'soup', ...quiet })
  await ada.call(api.updateMessage, { message_id: id, topic: '(no topic)', ...quiet })
  const events = await plain.of('update_message')
  assert.deepEqual(
    events.map(({ orig_subject, subject }) => [orig_subject, subject]),
    [
      ['general chat', 'soup'],
      ['soup', 'general chat'],
    ],
  )
})

test('messages moved to another channel keep their read state', async ({ ada, ben, cleo, society }) => {
  const [lunch, dinner] = [
    await makeChannel(society.org, 'lunch', [ada, ben, cleo]),
    await makeChannel(society.org, 'dinner', [ada, ben]),
  ]
  const before = await ada.sends('Hello', { channel: dinner, topic: 'soup' })
  const ids = []
  for (let count = 0; count < 4; count++) {
    ids.push(await ada.sends('Hello', { channel: lunch, topic: 'soup' }))
    await ada.sends('Hello', { channel: dinner, topic: 'bread' })
  }
  const [one, two, three, four] = ids as [MessageId, MessageId, MessageId, MessageId]
  await read(ben, [two, before])
  const watches = [await ada.register(), await ben.register(), await cleo.register()]
  await ada.call(api.updateMessage, { message_id: one, stream_id: dinner, propagate_mode: 'change_all', ...quiet })
  for (const watch of watches) await watch.agreesWithFreshRegister({ except })
  for (const id of [one, three, four]) assert.deepEqual(await flagsOf(ben, id), [])
  assert.deepEqual(await flagsOf(ben, two), ['read'])
  // Cleo isn't subscribed there: she can read them but has nothing unread
  assert.ok((await flagsOf(cleo, one)).includes('read'))
  assert.deepEqual(
    (await watches[2]?.of('update_message_flags'))?.map(({ flag, messages }) => [flag, messages]),
    [['read', ids]],
  )
  const [event] = (await watches[1]?.of('update_message')) ?? []
  assert.deepEqual(
    [event?.stream_id, event?.new_stream_id, event?.orig_subject, event?.subject, event?.message_ids],
    [lunch, dinner, 'soup', undefined, ids],
  )
})

test("users who can't read the new channel get a deletion that doesn't reveal it", async ({
  ada,
  ben,
  cleo,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const secret = await makeChannel(society.org, 'secret', [ada, ben], {
    invite_only: true,
    history_public_to_subscribers: true,
  })
  const [one, two] = [
    await ada.sends('@**Cleo** hi', { channel: lunch, topic: 'soup' }),
    await ada.sends('Hello', { channel: lunch, topic: 'soup' }),
  ]
  await cleo.call(updateMessageFlags, { messages: [two], op: 'add', flag: 'starred' })
  const theirs = await cleo.register()
  const old = await cleo.registerWith({ client_capabilities: {} })
  const ours = await ben.register()
  await ada.call(api.updateMessage, {
    message_id: one,
    topic: 'plans',
    stream_id: secret,
    propagate_mode: 'change_all',
    send_notification_to_old_thread: true,
  })
  await ours.agreesWithFreshRegister({ except })
  await theirs.agreesWithFreshRegister({ except })
  assert.deepEqual(
    (await theirs.drain()).map(({ type }) => type).filter((type) => type.includes('message')),
    ['delete_message', 'message'],
  )
  assert.doesNotMatch(JSON.stringify(theirs.events), /secret|plans/)
  assert.deepEqual(await theirs.of('delete_message'), [
    { type: 'delete_message', message_ids: [one, two], message_type: 'stream', stream_id: lunch, topic: 'soup' },
  ])
  assert.deepEqual(
    (await old.of('delete_message')).map(({ message_id, message_ids }) => [message_id, message_ids]),
    [
      [one, undefined],
      [two, undefined],
    ],
  )
  assert.deepEqual(theirs.reduced().starred_messages, [])
  await cleo.refusedRaw('GET', `/messages/${one}`)
  // flags are deleted when the right to read the message is lost
  await joinChannel(society.org, secret, cleo, ada)
  assert.deepEqual(await flagsOf(cleo, two), ['read', 'historical'])
})

test("users who couldn't read the old channel learn nothing about it", async ({ ada, ben, society }) => {
  const secret = await makeChannel(society.org, 'secret', [ada], { invite_only: true })
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const id = await ada.sends('Hello', { channel: secret, topic: 'plans' })
  const watch = await ben.register()
  const other = await ada.register()
  await ada.call(api.updateMessage, { message_id: id, topic: 'soup', stream_id: lunch })
  await watch.agreesWithFreshRegister({ except })
  await other.agreesWithFreshRegister({ except })
  assert.deepEqual(
    (await watch.drain()).map(({ type }) => type).filter((type) => type.includes('message')),
    ['message'],
  )
  assert.doesNotMatch(JSON.stringify(watch.events), /secret|plans/)
  assert.deepEqual(await flagsOf(ben, id), ['read'])
})

test('moves in protected history count and move only what the mover can read', async ({ ada, ben, cleo, society }) => {
  const fields = { invite_only: true, history_public_to_subscribers: false }
  const club = await makeChannel(society.org, 'club', [ada, cleo], fields)
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const early = await ada.sends('Hello', { channel: club, topic: 'plans' })
  await joinChannel(society.org, club, ben, ada)
  const [later, last] = [
    await ada.sends('Hello', { channel: club, topic: 'plans' }),
    await cleo.sends('Hello', { channel: club, topic: 'plans' }),
  ]
  const watches = [await ada.register(), await ben.register()]
  await ben.call(api.updateMessage, { message_id: last, topic: 'ideas', propagate_mode: 'change_all', ...quiet })
  for (const watch of watches) await watch.agreesWithFreshRegister({ except })
  assert.deepEqual((await watches[1]?.of('update_message'))?.[0]?.message_ids, [later, last])
  await ada.call(api.updateMessage, { message_id: early, topic: 'ideas', ...quiet })
  await ada.call(api.updateMessage, { message_id: early, topic: 'notes', propagate_mode: 'change_all', ...quiet })
  for (const watch of watches) await watch.agreesWithFreshRegister({ except })
  // Ben subscribed after the first message, so his event lists only the others
  assert.deepEqual(
    (await watches[1]?.of('update_message'))?.map(({ message_id, message_ids }) => [message_id, message_ids]),
    [
      [last, [later, last]],
      [later, [later, last]],
    ],
  )
  await ben.refused(api.updateMessage, { message_id: early, stream_id: lunch })
  await ada.send('PATCH', '/realm', {
    can_move_messages_between_channels_group: { new: { direct_members: [ben.id], direct_subgroups: [] } },
  })
  await ben.call(api.updateMessage, { message_id: last, stream_id: lunch, propagate_mode: 'change_all', ...quiet })
  for (const watch of watches) await watch.agreesWithFreshRegister({ except })
  assert.deepEqual(
    (await textsIn(ada, club, 'notes')).map(({ id }) => id),
    [early],
  )
})

test('requested notices are posted in the old and the new topic', async ({ ada, ben, society }) => {
  const [lunch, dinner] = [
    await makeChannel(society.org, 'lunch', [ada, ben]),
    await makeChannel(society.org, 'dinner', [ada, ben]),
  ]
  const [one, two] = [
    await ada.sends('Hello', { channel: lunch, topic: 'soup' }),
    await ada.sends('Hello', { channel: lunch, topic: 'soup' }),
  ]
  await ada.sends('Hello', { channel: lunch, topic: 'soup' })
  const loud = { send_notification_to_old_thread: true }
  await ada.call(api.updateMessage, { message_id: one, stream_id: dinner, ...loud })
  await ada.call(api.updateMessage, { message_id: two, topic: 'stew', propagate_mode: 'change_later', ...loud })
  const last = async (channel: number, topic: string) => (await textsIn(ben, channel, topic)).at(-1)?.content ?? ''
  assert.match(
    await last(dinner, 'soup'),
    /^<p>A message was moved here from .*#lunch &gt; soup<\/a> by .*Ada<\/span>\.<\/p>$/,
  )
  // everything left, including the notice of the first move
  assert.match(await last(lunch, 'stew'), /^<p>This topic was moved here from .*#lunch &gt; soup<\/a> by/)
  await ada.sends('Hello', { channel: lunch, topic: 'tea' })
  const three = await ada.sends('Hello', { channel: lunch, topic: 'tea' })
  await ada.sends('Hello', { channel: lunch, topic: 'tea' })
  await ada.call(api.updateMessage, { message_id: three, topic: 'mint', propagate_mode: 'change_later', ...loud })
  assert.match(await last(lunch, 'mint'), /^<p>2 messages were moved here from .*#lunch &gt; tea<\/a> by/)
  assert.match(await last(lunch, 'tea'), /^<p>2 messages were moved to .*#lunch &gt; mint<\/a> by/)
  const again = (await textsIn(ben, lunch, 'stew'))[0]?.id as number
  await ada.call(api.updateMessage, { message_id: again, topic: 'pot', propagate_mode: 'change_all', ...loud })
  assert.match(await last(lunch, 'pot'), /^<p>This topic was moved here from .*#lunch &gt; stew<\/a> by/)
  assert.match(await last(lunch, 'stew'), /^<p>This topic was moved to .*#lunch &gt; pot<\/a> by/)
})

test('topic policies move with the whole topic', async ({ ada, ben, cleo, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const dinner = await makeChannel(society.org, 'dinner', [ada, ben], { invite_only: true })
  const id = await ada.sends('Hello', { channel: lunch, topic: 'soup' })
  const other = await ada.sends('Hello', { channel: lunch, topic: 'soup' })
  const think = (who: Person, topic: string, visibility_policy: Policy) =>
    who.call(updateUserTopic, { stream_id: lunch, topic, visibility_policy })
  await think(ben, 'soup', policies.muted)
  await think(cleo, 'soup', policies.followed)
  const watches = [await ben.register(), await cleo.register()]
  const thought = async () =>
    Promise.all(
      watches.map(async (watch) => {
        await watch.agreesWithFreshRegister({ except })
        return (watch.reduced().user_topics as UserTopic[]).map((one) => [
          one.stream_id,
          one.topic_name,
          one.visibility_policy,
        ])
      }),
    )
  await ada.call(api.updateMessage, { message_id: other, topic: 'stew', ...quiet })
  assert.deepEqual(await thought(), [[[lunch, 'soup', policies.muted]], [[lunch, 'soup', policies.followed]]])
  await ada.call(api.updateMessage, { message_id: id, topic: 'bread', ...quiet })
  assert.deepEqual(await thought(), [[[lunch, 'bread', policies.muted]], [[lunch, 'bread', policies.followed]]])
  // into an existing topic: the louder policy wins
  await ada.call(api.updateMessage, { message_id: id, topic: 'stew', ...quiet })
  assert.deepEqual(await thought(), [[], [[lunch, 'stew', policies.followed]]])
  await ada.call(api.updateMessage, { message_id: id, stream_id: dinner, propagate_mode: 'change_all', ...quiet })
  assert.deepEqual(await thought(), [[], []])
})

test("messages can't be moved to a channel that the mover can't see or post in", async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const secret = await makeChannel(society.org, 'secret', [ada], { invite_only: true })
  const board = await makeChannel(society.org, 'board', [ada, ben])
  await ada.send('PATCH', `/streams/${board}`, {
    can_send_message_group: { new: { direct_members: [ada.id], direct_subgroups: [] } },
  })
  const id = await ben.sends('Hello', { channel: lunch, topic: 'soup' })
  await ben.refused(api.updateMessage, { message_id: id, stream_id: secret }, invalidChannelId)
  await ben.refused(api.updateMessage, { message_id: id, stream_id: secret + 1000 }, invalidChannelId)
  await ben.refused(api.updateMessage, { message_id: id, stream_id: board }, cannotPost)
  const hidden = await ada.sends('Hello', { channel: secret, topic: 'plans' })
  await ben.refused(api.updateMessage, { message_id: hidden, stream_id: lunch })
})

test('queues for all public channels get moves between them and out of them', async ({ ada, ben, society }) => {
  const [lunch, dinner] = [
    await makeChannel(society.org, 'lunch', [ada]),
    await makeChannel(society.org, 'dinner', [ada]),
  ]
  const secret = await makeChannel(society.org, 'secret', [ada], { invite_only: true })
  const id = await ada.sends('Hello', { channel: lunch, topic: 'soup' })
  const event_types = ['update_message', 'delete_message']
  const watch = await ben.registerWith({ event_types, all_public_streams: true })
  const other = await ben.registerWith({ event_types })
  await ada.call(api.updateMessage, { message_id: id, stream_id: dinner, ...quiet })
  await ada.call(api.updateMessage, { message_id: id, stream_id: secret, ...quiet })
  await ada.call(api.updateMessage, { message_id: id, topic: 'plans', ...quiet })
  assert.deepEqual(
    (await watch.drain()).map(({ type, stream_id }) => [type, stream_id]),
    [
      ['update_message', lunch],
      ['delete_message', dinner],
    ],
  )
  assert.deepEqual(await other.ops(), [])
})

test("the messagesMoved hook runs in the move's transaction", async ({ ada, ben, society }) => {
  const [lunch, dinner] = [
    await makeChannel(society.org, 'lunch', [ada, ben]),
    await makeChannel(society.org, 'dinner', [ada, ben]),
  ]
  const [one, two] = [
    await ada.sends('Hello', { channel: lunch, topic: 'soup' }),
    await ben.sends('Hello', { channel: lunch, topic: 'Soup' }),
  ]
  await ada.sends('Hello', { channel: dinner, topic: 'stew' })
  const moves: unknown[] = []
  const end = messagesMoved
    .handledBy(async (mutation, { from, to, ...move }) => {
      if (mutation.org === society.org) moves.push({ ...move, from: from.name, to: to.name })
      if (move.topic === 'fails') throw cannotPost({}, { name: 'lunch' })
    })
    .connect()
  try {
    const move = (message_id: number, changes: { topic?: string; stream_id?: number }) =>
      ada.call(api.updateMessage, { message_id, propagate_mode: 'change_one', ...quiet, ...changes })
    await move(two, { topic: 'stew', stream_id: dinner })
    await move(one, { topic: 'broth' })
    await assert.rejects(move(one, { topic: 'fails' }))
    await ada.call(api.updateMessage, { message_id: one, content: 'Only the text' })
  } finally {
    end()
  }
  const told = moves.map((one) => {
    const { ids, from, to, topicBefore, topic, isWhole, joins } = one as Record<string, unknown>
    return { ids, from, to, topicBefore, topic, isWhole, joins }
  })
  assert.deepEqual(told, [
    { ids: [two], from: 'lunch', to: 'dinner', topicBefore: 'Soup', topic: 'stew', isWhole: false, joins: true },
    { ids: [one], from: 'lunch', to: 'lunch', topicBefore: 'soup', topic: 'broth', isWhole: true, joins: false },
    { ids: [one], from: 'lunch', to: 'lunch', topicBefore: 'broth', topic: 'fails', isWhole: true, joins: false },
  ])
  assert.equal((await textsIn(ada, lunch, 'broth')).length, 1, 'what was not committed was not moved')
})

test("changing only a topic's case posts no notice and keeps the new name", async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const [one] = [
    await ada.sends('Hello', { channel: lunch, topic: 'soup' }),
    await ben.sends('Hello', { channel: lunch, topic: 'Soup' }),
  ]
  const names = async () => {
    const { topics } = await ben.send('GET', `/users/me/${lunch}/topics`)
    return (topics as { name: string }[]).map(({ name }) => name)
  }
  await ada.call(api.updateMessage, {
    message_id: one,
    topic: 'SOUP',
    propagate_mode: 'change_all',
    send_notification_to_old_thread: true,
    send_notification_to_new_thread: true,
  })
  assert.deepEqual(await names(), ['SOUP'])
  assert.equal((await textsIn(ben, lunch, 'SOUP')).length, 2)
})
