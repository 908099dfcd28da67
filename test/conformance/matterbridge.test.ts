import { botTypes, roles } from '#contract'
import { assert, test } from '#test'
import { makeChannel } from '../harness/channel.ts'
import { raw } from '../harness/files.ts'

test("a bridge relays messages with matterbridge's requests", async ({ ada, society, server }) => {
  const bot = await society.join('Bridge', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  const lunch = await makeChannel(society.org, 'lunch', [ada, bot])
  const ask = (method: string, path: string, body?: string) =>
    raw(server, society.org, `/api/v1/${path}`, {
      method,
      headers: {
        'user-agent': 'matterbridge',
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${btoa(`${bot.email}:${bot.apiKey}`)}`,
      },
      ...(body === undefined ? {} : { body: Buffer.from(body) }),
    })
  // its library doesn't encode the lists that it registers with
  const register = await ask('POST', 'register', 'event_types=["message"]&all_public_streams=true')
  assert.equal(register.status, 200)
  const { queue_id, last_event_id } = register.json as { queue_id: string; last_event_id: number }

  const sent = await ask('POST', 'messages', 'type=stream&to=lunch&content=%3Ccleo%3E+Soup%3F&subject=menu')
  assert.equal(sent.status, 200)
  await ada.sends('Leek', { channel: lunch, topic: 'menu' })
  const direct = await ask('POST', 'messages', `type=private&to=${encodeURIComponent(ada.email)}&content=Hello`)
  assert.equal(direct.status, 200)
  const polled = await ask('GET', `events?last_event_id=${last_event_id}&queue_id=${encodeURIComponent(queue_id)}`)
  const events = polled.json.events as { type: string; message: { content: string; display_recipient: unknown } }[]
  assert.deepEqual(
    events.map(({ type, message }) => [type, message.content, Array.isArray(message.display_recipient)]),
    [
      ['message', '<cleo> Soup?', false],
      ['message', 'Leek', false],
      ['message', 'Hello', true],
    ],
  )
  assert.equal(events[0]?.message.display_recipient, 'lunch')

  const { id } = sent.json as { id: number }
  assert.equal((await ask('PATCH', `messages/${id}`, 'content=Soup%21')).status, 200)
  for (const method of ['POST', 'DELETE'])
    assert.equal((await ask(method, `messages/${id}/reactions`, 'emoji_name=thumbs_up')).status, 200)
  // it registers again after this code
  const gone = await ask('GET', `events?last_event_id=-1&queue_id=1-2`)
  assert.deepEqual([gone.status, gone.json.code, typeof gone.json.queue_id], [400, 'BAD_EVENT_QUEUE_ID', 'string'])
})
