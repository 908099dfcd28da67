import sharp from 'sharp'
import { botTypes, roles } from '#contract'
import { assert, test } from '#test'
import { upload } from '../../../test/harness/files.ts'
import { peopleMirror } from '../users/mirror.ts'
import { getMessage } from './api/fetch.ts'
import { sendMessage } from './api/send.ts'
import { testWelcome } from './api/welcome.ts'

test('administrators see the welcome that newcomers would get; nobody else may ask', async ({ ada, ben }) => {
  const watch = await ada.register('message')
  const { message_id } = await ada.call(testWelcome, { welcome_message_custom_text: 'Read **the rules** 🍊' })
  const [event] = (await watch.of('message')) as unknown as { message: { id: number; sender_full_name: string } }[]
  assert.deepEqual([event?.message.id, event?.message.sender_full_name], [message_id, 'Welcome Bot'])
  const { message } = await ada.call(getMessage, { message_id })
  assert.match(message.content, /Welcome to <strong>.*<strong>the rules<\/strong>/s)
  await ben.refused(getMessage, { message_id })
  assert.match((await ben.refused(testWelcome, { welcome_message_custom_text: 'Hello' })).message, /administrator/)
  for (const bad of ['🍊'.repeat(8001), 'null \0 byte'])
    assert.match((await ada.refused(testWelcome, { welcome_message_custom_text: bad })).message, /custom_text/)
  await ada.call(testWelcome, { welcome_message_custom_text: '' })
})

test('the welcome bot answers whoever writes to it alone, and nobody else', async ({ society, ada, ben }) => {
  const bot = society.org.get(peopleMirror).systemBot('welcome-bot')
  const watch = await ben.registerWith({ event_types: ['message'], apply_markdown: false })
  const say = (to: number[], content: string) => ben.call(sendMessage, { type: 'direct', to, content })
  await say([bot.id], 'What are Topics?')
  await say([bot.id], 'Tell me a joke')
  await say([bot.id, ada.id], 'topics')
  await say([ada.id], 'topics')
  const messages = (await watch.of('message')).map(({ message }) => message as { sender_id: number; content: string })
  assert.deepEqual(
    messages.map(({ sender_id }) => sender_id),
    [ben.id, bot.id, ben.id, bot.id, ben.id, ben.id],
  )
  assert.match(messages[1]?.content ?? '', /\*topic\*/)
  assert.match(messages[3]?.content ?? '', /Ask me about/)
  const robot = await society.join('Robot', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  const quiet = await robot.register('message')
  await robot.call(sendMessage, { type: 'direct', to: [bot.id], content: 'help' })
  assert.equal((await quiet.ops()).length, 1)
})

test('a picture in the welcome has its dimensions', async ({ ada }) => {
  const photo = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#c40' } })
    .png()
    .toBuffer()
  const { url } = await upload(ada, 'photo.png', photo)
  const { message_id } = await ada.call(testWelcome, { welcome_message_custom_text: `[us](${url})` })
  const { message } = await ada.call(getMessage, { message_id })
  assert.match(message.content, /data-original-dimensions="900x300"/)
})
