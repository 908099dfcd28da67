import { botTypes, roles } from '#contract'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { createUser } from '../../people/users/api.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { getMessages } from './api/fetch.ts'

async function texts(reader: Person, channel: number, topic: string): Promise<{ content: string; flags: string[] }[]> {
  const narrow = [
    { operator: 'channel', operand: channel },
    { operator: 'topic', operand: topic },
  ]
  const params = { narrow, anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: false }
  return (await reader.call(getMessages, params)).messages.map(({ content, flags = [] }) => ({ content, flags }))
}

test('a channel posts who changed what about it', async ({ society, ada, ben }) => {
  await ada.send('PATCH', '/realm', { send_channel_events_messages: true })
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const change = (changes: object) => ada.send('PATCH', `/streams/${lunch}`, { ...changes })
  const who = `@_**Ada|${ada.id}**`
  const watch = await ben.register('message', 'subscription', 'stream')
  await change({ new_name: 'dinner' })
  await change({ description: 'Where ```we``` eat' })
  await change({ description: '' })
  await change({ is_private: true, history_public_to_subscribers: false })
  await change({ message_retention_days: 30 })
  await change({ slow_mode_seconds: 30 })
  await change({ slow_mode_seconds: 0 })
  await change({ can_send_message_group: { new: { direct_members: [ben.id], direct_subgroups: [] } } })
  await change({ is_archived: true })
  await change({ is_archived: false })
  const all = await texts(ada, lunch, 'channel events')
  const said = all.map(({ content }) => content)
  assert.match(said[0] ?? '', /channel created/)
  assert.deepEqual(
    said.slice(1),
    [
      `renamed this channel from **lunch** to **dinner**.`,
      'changed the description of this channel.\n\n**Before:**\n\n*No description.*\n\n' +
        '**Now:**\n\n````quote\nWhere ```we``` eat\n````',
      'changed the description of this channel.\n\n**Before:**\n\n````quote\nWhere ```we``` eat\n````\n\n' +
        '**Now:**\n\n*No description.*',
      'changed the privacy of this channel from **Public** to **Private (protected history)**.',
      'changed the message retention period of this channel from **the organization’s default** to **30 days**.',
      'changed slow mode in this channel from **off** to **30 seconds**.',
      'changed slow mode in this channel from **30 seconds** to **off**.',
      `changed who can post in this channel from @_*role:everyone* to @_**Ben|${ben.id}**.`,
      'archived this channel.',
      'unarchived this channel.',
    ].map((text) => `${who} ${text}`),
  )
  // no one needs to read that a channel was archived
  assert.deepEqual((await texts(ben, lunch, 'channel events')).map(({ flags }) => flags.includes('read')).slice(-2), [
    true,
    false,
  ])
  assert.equal((await watch.of('message')).length, 10)
  await watch.agreesWithFreshRegister()
  // no notices for minor changes
  await change({ new_name: 'dinner', folder_id: null })
  await ada.send('PATCH', '/realm', { send_channel_events_messages: false })
  await change({ new_name: 'supper' })
  assert.equal((await texts(ada, lunch, 'channel events')).length, said.length)
})

test('notices of very many people or channels keep to the usual message length', async ({ society, ada, ben }) => {
  await ada.send('PATCH', '/realm', { send_channel_events_messages: true })
  const crowd: number[] = []
  for (let count = 0; count < 22; count++) crowd.push((await society.join(`Person ${count}`)).id)
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const can_send_message_group = { new: { direct_members: crowd, direct_subgroups: [] } }
  await ada.send('PATCH', `/streams/${lunch}`, { can_send_message_group })
  const told = (await texts(ada, lunch, 'channel events')).at(-1)?.content ?? ''
  assert.equal(told.split('@_**').length, 1 + 1 + 20)
  assert.match(told, / and 2 more\.$/)
  const names = Array.from({ length: 160 }, (_, at) => ({ name: `${at} ${'🍊'.repeat(56)}` }))
  for (const subscriptions of [names.slice(0, 80), names.slice(80)])
    await ada.send('POST', '/users/me/subscriptions', { subscriptions })
  await ada.send('POST', '/users/me/subscriptions', { subscriptions: names, principals: [ben.id] })
  const { messages } = await ben.call(getMessages, {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
  })
  const content = messages[0]?.content ?? ''
  assert.match(content, /subscribed you to these channels/)
  assert.ok([...content].length <= 10_000 && content.endsWith('\n[message truncated]'), content.slice(-40))
})

test('a channel without named topics posts no notices', async ({ society, ada }) => {
  await ada.send('PATCH', '/realm', { send_channel_events_messages: true })
  const lunch = await makeChannel(society.org, 'lunch', [ada], { topics_policy: 'empty_topic_only' } as never)
  const watch = await ada.register('message')
  await ada.send('PATCH', `/streams/${lunch}`, { new_name: 'dinner' })
  assert.deepEqual(await watch.ops(), [])
})

test('new users are announced in the chosen channel', async ({ society, ada }) => {
  const news = await makeChannel(society.org, 'news', [ada])
  const made = (full_name: string) => ({ full_name, email: `${full_name}@example.org`, password: 'long enough' })
  await ada.call(createUser, made('Before'))
  await ada.send('PATCH', '/realm', { signup_announcements_stream_id: news })
  const { user_id } = await ada.call(createUser, made('After'))
  const guest = await society.join('Visitor', roles.guest)
  await society.join('Robot', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  const said = async (topic: string) => (await texts(ada, news, topic)).map(({ content }) => content)
  assert.equal(ada.org.get(peopleCache).byId.get(user_id)?.fullName, 'After')
  assert.deepEqual(await said('signups'), [
    `@_**After|${user_id}** joined this organization.`,
    `@_**Visitor|${guest.id}** joined this organization as a guest.`,
  ])
  await ada.send('DELETE', `/streams/${news}`)
  await ada.call(createUser, made('Later'))
  assert.equal((await said('signups')).length, 2)
})
