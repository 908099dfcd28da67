import { asChannelId } from '#contract'
import { assert, test } from '#test'
import { typingStarted } from '../../features/messages/typing/api.ts'

test('more than a thousand transient events without a stored one all arrive in order', async ({ ada, ben }) => {
  const watch = await ben.register('typing')
  const sender = { user_id: ada.id, email: ada.email }
  const sent = Array.from({ length: 1_500 }, (_, at) => at + 1)
  const announced = sent.map((at) =>
    ada.org.announce(typingStarted, { message_type: 'stream', sender, stream_id: asChannelId(at) }, [ben.id]),
  )
  assert.ok((await Promise.all(announced)).every(Boolean))
  assert.deepEqual(
    (await watch.of('typing')).map((one) => (one as { stream_id?: number }).stream_id),
    sent,
  )
})
