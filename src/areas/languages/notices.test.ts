import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../test/harness/channel.ts'
import { sendMessage } from '../messages/api/send.ts'
import type { Message } from '../messages/wire.ts'
import { createReminder } from '../reminders/api.ts'
import { peopleMirror } from '../users/mirror.ts'

const writes = (owner: Person, default_language: string) => owner.send('PATCH', '/realm', { default_language })
const reads = (person: Person, default_language: string) => person.send('PATCH', '/settings', { default_language })

/** What the server's bots say to somebody from now on: topic and Markdown. */
async function listening(person: Person) {
  const watch = await person.registerWith({ event_types: ['message'], apply_markdown: false })
  let heard = 0
  return async (): Promise<{ topic: string; content: string }[]> => {
    const bots = new Set(
      (['notification-bot', 'welcome-bot'] as const).map((name) => person.org.get(peopleMirror).systemBot(name).id),
    )
    const messages = (await watch.of('message')).map(({ message }) => message as unknown as Message)
    const said = messages.filter(({ sender_id }) => bots.has(sender_id as never)).slice(heard)
    heard += said.length
    return said.map(({ subject, content }) => ({ topic: subject, content: content ?? '' }))
  }
}

test('notices in channels are in the language of the organization, and stay as they were', async ({ ada, ben }) => {
  const channel = await makeChannel(ada.org, 'garden', [ada, ben])
  const say = (topic: string) => ada.call(sendMessage, { type: 'channel', to: channel, topic, content: 'x' })
  await ada.send('PATCH', '/realm', { default_language: 'de', send_channel_events_messages: true })
  await reads(ben, 'ar')
  const hears = await listening(ben)
  await ada.send('PATCH', `/streams/${channel}`, { new_name: 'orchard' })
  const who = `@_**${ada.name}|${ada.id}**`
  assert.deepEqual(await hears(), [
    {
      topic: 'Änderungen am Kanal',
      content: `${who} hat diesen Kanal von **garden** in **orchard** umbenannt.`,
    },
  ])
  const { id } = await say('plums')
  const move = (topic: string) =>
    ada.send('PATCH', `/messages/${id}`, { topic, propagate_mode: 'change_all', send_notification_to_new_thread: true })
  await move('pears')
  assert.deepEqual(await hears(), [
    { topic: 'pears', content: `${who} hat dieses Thema von #**orchard>plums** hierher verschoben.` },
  ])
  await move('✔ pears')
  const resolved = { topic: '✔ pears', content: `${who} hat dieses Thema als erledigt markiert.` }
  assert.deepEqual(await hears(), [resolved])
  await writes(ada, 'ar')
  await move('pears')
  assert.match((await hears())[0]?.content ?? '', /^علّم @_\*\*Ada\|\d+\*\* هذا الموضوع كغير منتهٍ\.$/)
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

test('direct messages of the bots are in the language of whoever gets them', async ({ ada, ben, cleo, society }) => {
  await reads(ben, 'de')
  await reads(cleo, 'ar')
  const [toBen, toCleo] = [await listening(ben), await listening(cleo)]
  const principals = [ben.id, cleo.id]
  await ada.send('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'cellar' }], principals })
  assert.match(
    (await toBen()).map(({ content }) => content).join('\n'),
    /hat dich in den Kanal #\*\*cellar\*\* aufgenommen/,
  )
  assert.match((await toCleo()).map(({ content }) => content).join('\n'), /^أضافك @_/m)
  society.server.clock.set(new Date())
  const soon = Math.floor(society.server.clock.now().getTime() / 1000) + 60
  await ben.call(createReminder, { scheduled_delivery_timestamp: soon, note: 'Tee' })
  society.server.clock.advance(61_000)
  await society.server.runtime.timer.wake()
  assert.deepEqual(
    (await toBen()).map(({ content }) => content),
    ['Du wolltest erinnert werden.\n\nDeine Notiz: Tee'],
  )
})

test('who joins a German organization is welcomed and shown around in German', async ({ ada, society }) => {
  await writes(ada, 'de')
  const dora = await society.join('Dora')
  const hears = await listening(dora)
  const bot = ada.org.get(peopleMirror).systemBot('welcome-bot').id
  const say = (content: string) => dora.call(sendMessage, { type: 'direct', to: [bot], content })
  const { messages } = await dora.send('GET', '/messages', {
    narrow: [{ operator: 'dm', operand: [bot] }],
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    apply_markdown: false,
  })
  assert.match(String((messages as Message[])[0]?.content), /^Willkommen bei \*\*.*`weiter` geht zum nächsten Schritt/s)
  await say('Hallo!')
  assert.match((await hears())[0]?.content ?? '', /^So schreibt man\.\n\n\*\*Reagiere auf diese Nachricht\.\*\*/)
  await say('Weiter!')
  assert.match((await hears())[0]?.content ?? '', /^\*\*Beginne ein Thema\.\*\*/)
  await say('enough')
  assert.match((await hears())[0]?.content ?? '', /^Ich sage von mir aus nichts mehr\./, 'English words steer, too')
})
