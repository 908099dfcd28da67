import { assert, type Person, test } from '#test'
import { joinChannel, leaveChannel, makeChannel, settle } from '../../../../test/harness/channel.ts'
import { policies, updateUserTopic } from '../../channels/user-topics/api.ts'
import { muteUser } from '../mutes/users/api.ts'
import * as api from './api/flags.ts'
import { sendMessage } from './api/send.ts'

const watched = ['message', 'update_message_flags', 'starred_messages', 'recent_private_conversations']
const unreadOf = async (person: Person) => {
  const { initial } = await person.register(...watched)
  return initial.unread_msgs as {
    count: number
    pms: unknown[]
    streams: unknown[]
    huddles: unknown[]
    mentions: number[]
  }
}

test('messages start unread, in their conversation, until they are read', async ({ ada, ben, cleo, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const watch = await ben.register(...watched)
  const one = await ada.sends('one', ben)
  const group = await ada.sends('group', [ben, cleo])
  const soup = await ada.sends(`@**Ben** soup`, { channel: lunch, topic: 'soup' })
  const more = await ada.sends('more', { channel: lunch, topic: 'Soup' })
  await watch.agreesWithFreshRegister()
  assert.deepEqual(await unreadOf(ben), {
    count: 4,
    pms: [{ other_user_id: ada.id, sender_id: ada.id, unread_message_ids: [one] }],
    streams: [{ stream_id: lunch, topic: 'Soup', unread_message_ids: [soup, more] }],
    huddles: [{ user_ids_string: [ada.id, ben.id, cleo.id].join(), unread_message_ids: [group] }],
    mentions: [soup],
    old_unreads_missing: false,
  })
  const { messages } = await ben.call(api.updateMessageFlags, { messages: [one, soup], op: 'add', flag: 'read' })
  assert.deepEqual(messages, [one, soup])
  assert.equal((await unreadOf(ben)).count, 2)
  await watch.agreesWithFreshRegister()
  await ben.call(api.updateMessageFlags, { messages: [group, more], op: 'add', flag: 'read' })
  await watch.agreesWithFreshRegister()
  assert.equal((await unreadOf(ben)).count, 0)
})

test("stars and collapsing are stored and sent to the user's other clients once", async ({ ada, ben }) => {
  const id = await ada.sends('one', ben)
  const watch = await ben.register(...watched)
  const star = { messages: [id], op: 'add' as const, flag: 'starred' }
  await ben.call(api.updateMessageFlags, star)
  await ben.call(api.updateMessageFlags, star)
  await ben.call(api.updateMessageFlags, { ...star, flag: 'collapsed' })
  assert.deepEqual(await watch.of('update_message_flags'), [
    { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'starred', messages: [id], all: false },
    { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'collapsed', messages: [id], all: false },
  ])
  await watch.agreesWithFreshRegister()
  assert.deepEqual(watch.reduced().starred_messages, [id])
  await ben.call(api.updateMessageFlags, { ...star, op: 'remove' as const })
  await watch.agreesWithFreshRegister()
})

test('hiding the link previews of a message is stored for that user', async ({ ada, ben }) => {
  const id = await ada.sends('https://example.com', ben)
  const watch = await ben.register(...watched)
  const flag = { messages: [id], op: 'add' as const, flag: 'hide_link_previews' }
  const flagsOf = async (person: Person) =>
    ((await person.send('GET', `/messages/${id}`)).message as { flags: string[] }).flags
  await ben.call(api.updateMessageFlags, flag)
  await watch.agreesWithFreshRegister()
  assert.deepEqual(
    (await watch.of('update_message_flags')).map((event) => event.flag),
    ['hide_link_previews'],
  )
  assert.ok((await flagsOf(ben)).includes('hide_link_previews') && !(await flagsOf(ada)).includes('hide_link_previews'))
  const edits = await ben.register('update_message')
  await ada.send('PATCH', `/messages/${id}`, { content: 'https://example.org' })
  const [edit] = await edits.of('update_message')
  assert.ok((edit?.flags as string[] | undefined)?.includes('hide_link_previews'))
  await ben.call(api.updateMessageFlags, { ...flag, op: 'remove' })
  assert.ok(!(await flagsOf(ben)).includes('hide_link_previews'))
})

test('marking a message as unread sends clients its place', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const one = await ada.sends('one', ben)
  const soup = await ada.sends('@**Ben** soup', { channel: lunch, topic: 'soup' })
  const watch = await ben.register(...watched)
  await ben.call(api.markAllAsRead)
  await watch.agreesWithFreshRegister()
  const unread = { messages: [one, soup], op: 'remove' as const, flag: 'read' }
  const reply = await ben.call(api.updateMessageFlags, unread)
  assert.deepEqual(reply.ignored_because_not_subscribed_channels, [])
  const [event] = await watch.of('update_message_flags', 'remove')
  assert.deepEqual(event?.message_details, {
    [one]: { type: 'private', user_ids: [ada.id] },
    [soup]: { type: 'stream', stream_id: lunch, topic: 'soup', mentioned: true },
  })
  await watch.agreesWithFreshRegister()
  assert.equal((await unreadOf(ben)).count, 2)
})

test('own messages that start as read can become unread', async ({ ada, ben }) => {
  await settle(ada, ben)
  const send = (content: string) =>
    ada.call(sendMessage, { type: 'direct', to: [ben.id], content, read_by_sender: true })
  const { id } = await send('one')
  await send('two')
  const watch = await ada.register(...watched)
  assert.equal((await unreadOf(ada)).count, 0)
  await ada.call(api.updateMessageFlags, { messages: [id], op: 'remove', flag: 'read' })
  await watch.agreesWithFreshRegister()
  assert.deepEqual((await unreadOf(ada)).pms, [{ other_user_id: ben.id, sender_id: ben.id, unread_message_ids: [id] }])
  await ada.call(api.updateMessageFlags, { messages: [id], op: 'add', flag: 'read' })
  await watch.agreesWithFreshRegister()
})

test('unreadable and missing messages give the same error', async ({ ada, ben, cleo }) => {
  const id = await ada.sends('one', ben)
  const own = await ada.sends('two', cleo)
  const asked = { op: 'add', flag: 'starred' } as const
  await cleo.refused(api.updateMessageFlags, { ...asked, messages: [own, id] }, api.invalidMessages)
  await cleo.refused(api.updateMessageFlags, { ...asked, messages: [own + 1000] }, api.invalidMessages)
  await cleo.refused(api.updateMessageFlags, { ...asked, messages: [-1] }, api.invalidMessages)
  const { initial } = await cleo.register(...watched)
  assert.deepEqual(initial.starred_messages, [])
  await cleo.refused(api.updateMessageFlags, { ...asked, messages: [own], flag: 'mentioned' }, api.flagNotEditable)
  await cleo.refused(api.updateMessageFlags, { ...asked, messages: [own], flag: 'shiny' }, api.noSuchFlag)
})

test("leaving a channel marks it as read, and its messages can't become unread", async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const soup = await ada.sends('soup', { channel: lunch, topic: 'soup' })
  const watch = await ben.register(...watched)
  await leaveChannel(society.org, lunch, ben)
  const [event] = await watch.of('update_message_flags', 'add')
  assert.deepEqual(event?.messages, [soup])
  await watch.agreesWithFreshRegister()
  const reply = await ben.call(api.updateMessageFlags, { messages: [soup], op: 'remove', flag: 'read' })
  assert.deepEqual(reply, { messages: [], ignored_because_not_subscribed_channels: [lunch] })
  await joinChannel(society.org, lunch, ben)
  assert.equal((await unreadOf(ben)).count, 0)
})

test('a topic, a channel, and everything can be marked as read at once', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  for (const topic of ['soup', 'bread', 'Soup', '']) await ada.sends('x', { channel: lunch, topic })
  await ada.sends('x', ben)
  const watch = await ben.register(...watched)
  const counts: number[] = []
  const count = async () => {
    counts.push((await unreadOf(ben)).count)
    await watch.agreesWithFreshRegister()
  }
  await ben.call(api.markTopicAsRead, { stream_id: lunch, topic_name: 'SOUP' })
  await count()
  await ben.call(api.markChannelAsRead, { stream_id: lunch })
  await count()
  assert.deepEqual(await ben.call(api.markAllAsRead), { complete: true })
  await count()
  assert.deepEqual(counts, [3, 1, 0])
})

test('marking a narrow reports whether more is left', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const ids: number[] = []
  for (let n = 0; n < 5; n++) {
    ids.push(await ada.sends(`soup ${n}`, { channel: lunch, topic: 'soup' }))
    await ada.sends(`bread ${n}`, { channel: lunch, topic: 'bread' })
  }
  const watch = await ben.register(...watched)
  const narrow = [
    { operator: 'channel', operand: lunch },
    { operator: 'topic', operand: 'soup' },
    { operator: 'is', operand: 'unread' },
  ]
  const asked = { num_before: 0, narrow, op: 'add', flag: 'read' } as const
  const first = await ben.call(api.updateMessageFlagsForNarrow, { ...asked, anchor: 'oldest', num_after: 3 })
  assert.deepEqual(first, {
    processed_count: 3,
    updated_count: 3,
    first_processed_id: ids[0],
    last_processed_id: ids[2],
    found_oldest: true,
    found_newest: false,
  })
  const anchor = String(first.last_processed_id)
  const rest = { ...asked, anchor, include_anchor: false, num_after: 1000 }
  const second = await ben.call(api.updateMessageFlagsForNarrow, rest)
  assert.deepEqual([second.processed_count, second.found_newest], [2, true])
  const third = await ben.call(api.updateMessageFlagsForNarrow, rest)
  assert.deepEqual([third.processed_count, third.first_processed_id, third.last_processed_id], [0, null, null])
  assert.equal((await unreadOf(ben)).count, 5)
  await watch.agreesWithFreshRegister()
})

test('muting a user marks their messages as read, including later ones', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const before = [await ada.sends('one', ben), await ada.sends('@**Ben** two', { channel: lunch, topic: 'soup' })]
  const watch = await ben.register(...watched)
  await ben.call(muteUser, { muted_user_id: ada.id })
  const [event] = await watch.of('update_message_flags', 'add')
  assert.deepEqual(event?.messages, before)
  await ada.sends('three', ben)
  await ada.sends('@**all** four', { channel: lunch, topic: 'soup' })
  await watch.agreesWithFreshRegister()
  assert.equal((await unreadOf(ben)).count, 0)
  const flags = (await watch.of('message')).map((one) => one.flags)
  assert.deepEqual(flags, [['read'], ['read', 'stream_wildcard_mentioned', 'wildcard_mentioned']])
})

test("muted messages are unread but not counted, and wildcards don't mention anyone there", async ({
  ada,
  ben,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const watch = await ben.register('message', 'update_message_flags', 'user_topic', 'subscription')
  await ada.sends('one', { channel: lunch, topic: 'soup' })
  await ada.sends('two', { channel: lunch, topic: 'bread' })
  const counts: [number, number][] = []
  const look = async () => {
    // a channel's first message is reported with the channel
    await watch.agreesWithFreshRegister({ except: ['subscriptions', 'unsubscribed', 'never_subscribed'] })
    const { count, streams } = watch.reduced().unread_msgs as { count: number; streams: unknown[] }
    counts.push([count, streams.length])
  }
  await look()
  await ben.call(updateUserTopic, { stream_id: lunch, topic: 'soup', visibility_policy: policies.muted })
  await look()
  await ada.sends('@**all** three', { channel: lunch, topic: 'soup' })
  assert.deepEqual((await unreadOf(ben)).mentions, [])
  const mute = [{ stream_id: lunch, property: 'is_muted', value: true }]
  await ben.send('POST', '/users/me/subscriptions/properties', { subscription_data: mute })
  await look()
  await ben.call(updateUserTopic, { stream_id: lunch, topic: 'bread', visibility_policy: policies.followed })
  await look()
  assert.deepEqual(counts, [
    [2, 2],
    [1, 2],
    [0, 2],
    [1, 2],
  ])
})
