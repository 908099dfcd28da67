import { textsOf } from '#platform/languages'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import type { Message } from '../../messages/messages/wire.ts'
import { createReminder } from '../../messages/reminders/api.ts'
import { peopleCache } from '../users/cache.ts'

const writes = (owner: Person, default_language: string) => owner.send('PATCH', '/realm', { default_language })
const reads = (person: Person, default_language: string) => person.send('PATCH', '/settings', { default_language })

/** Messages that the server's bots send to a person from now on, with topic and Markdown. */
async function listening(person: Person) {
  const watch = await person.registerWith({ event_types: ['message'], apply_markdown: false })
  let heard = 0
  return async (): Promise<{ topic: string; content: string }[]> => {
    const bots = new Set(
      (['notification-bot', 'welcome-bot'] as const).map((name) => person.org.get(peopleCache).systemBot(name).id),
    )
    const messages = (await watch.of('message')).map(({ message }) => message as unknown as Message)
    const said = messages.filter(({ sender_id }) => bots.has(sender_id as never)).slice(heard)
    heard += said.length
    return said.map(({ subject, content }) => ({ topic: subject, content: content ?? '' }))
  }
}

test('notices in channels are in the organization’s language and stay that way', async ({ ada, ben }) => {
  const german = textsOf('messages')('de')
  const channel = await makeChannel(ada.org, 'garden', [ada, ben])
  await ada.send('PATCH', '/realm', { default_language: 'de', send_channel_events_messages: true })
  await reads(ben, 'ar')
  const hears = await listening(ben)
  await ada.send('PATCH', `/streams/${channel}`, { new_name: 'orchard' })
  const who = `@_**${ada.name}|${ada.id}**`
  assert.deepEqual(await hears(), [
    {
      topic: german.topics.channelEvents,
      content: german.channel.renamed(who, 'garden', 'orchard'),
    },
  ])
  const id = await ada.sends('x', { channel, topic: 'plums' })
  const move = (topic: string) =>
    ada.send('PATCH', `/messages/${id}`, { topic, propagate_mode: 'change_all', send_notification_to_new_thread: true })
  await move('pears')
  assert.deepEqual(await hears(), [{ topic: 'pears', content: german.moved.here.topicFrom('#**orchard>plums**', who) }])
  await move('✔ pears')
  const resolved = { topic: '✔ pears', content: german.resolved(who) }
  assert.deepEqual(await hears(), [resolved])
  await writes(ada, 'ar')
  await move('pears')
  assert.equal((await hears())[0]?.content, textsOf('messages')('ar').unresolved(who))
  const { messages } = await ben.send('GET', '/messages', {
    narrow: [{ operator: 'channel', operand: channel }],
    anchor: 'oldest',
    num_before: 0,
    num_after: 100,
    apply_markdown: false,
  })
  const contents = (messages as Message[]).map(({ content }) => content)
  assert.ok(contents.includes(resolved.content), 'what was written stays')
})

test('the bots’ direct messages are in the recipient’s language', async ({ ada, ben, cleo, society }) => {
  await reads(ben, 'de')
  await reads(cleo, 'ar')
  const [toBen, toCleo] = [await listening(ben), await listening(cleo)]
  const principals = [ben.id, cleo.id]
  await ada.send('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'cellar' }], principals })
  const who = `@_**${ada.name}|${ada.id}**`
  for (const [heard, language] of [
    [await toBen(), 'de'],
    [await toCleo(), 'ar'],
  ] as const)
    assert.ok(heard.some(({ content }) => content === textsOf('messages')(language).subscribed(who, '#**cellar**')))
  society.server.clock.set(new Date())
  const soon = Math.floor(society.server.clock.now().getTime() / 1000) + 60
  await ben.call(createReminder, { scheduled_delivery_timestamp: soon, note: 'Tee' })
  society.server.clock.advance(61_000)
  await society.server.runtime.timer.wake()
  assert.deepEqual(
    (await toBen()).map(({ content }) => content),
    [`${textsOf('reminders')('de').plain}\n\n${textsOf('reminders')('de').note('Tee')}`],
  )
})

test('joining a German organization starts a German tour', async ({ ada, society }) => {
  await writes(ada, 'de')
  const dora = await society.join('Dora')
  const hears = await listening(dora)
  const bot = ada.org.get(peopleCache).systemBot('welcome-bot').id
  const { messages } = await dora.send('GET', '/messages', {
    narrow: [{ operator: 'dm', operand: [bot] }],
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    apply_markdown: false,
  })
  const { welcome } = textsOf('messages')('de')
  const { praise, asked, ended, words } = textsOf('welcome')('de')
  const first = String((messages as Message[])[0]?.content)
  assert.ok(first.includes(welcome.topics) && first.includes(welcome.tour), first)
  await dora.sends('Hallo!', bot)
  assert.equal((await hears())[0]?.content, `${praise.reply}\n\n${asked.react}`)
  await dora.sends(`${words.skip.split('|')[0]}!`, bot)
  assert.equal((await hears())[0]?.content, asked.topic)
  await dora.sends('enough', bot)
  assert.ok((await hears())[0]?.content.startsWith(ended), 'English words work, too')
})
