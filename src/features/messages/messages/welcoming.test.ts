import sharp from 'sharp'
import { assert, test } from '#test'
import { upload } from '../../../../test/harness/files.ts'
import { getMessage } from './api/fetch.ts'
import { testWelcome } from './api/welcome.ts'

test('administrators can preview the welcome for new users, and no one else', async ({ ada, ben }) => {
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

test('an image in the welcome has its dimensions', async ({ ada }) => {
  const photo = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#c40' } })
    .png()
    .toBuffer()
  const { url } = await upload(ada, 'photo.png', photo)
  const { message_id } = await ada.call(testWelcome, { welcome_message_custom_text: `[us](${url})` })
  const { message } = await ada.call(getMessage, { message_id })
  assert.match(message.content, /data-original-dimensions="900x300"/)
})
