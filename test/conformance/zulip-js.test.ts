import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'vitest'
import { projectRoot } from '#platform/config'
import { afterAll, assert, beforeAll, RealServer } from '#test'
import { connect, success } from './client.ts'

let server: RealServer
let owner: { email: string; apiKey: string; userId: number }

beforeAll(async () => {
  server = await RealServer.prepare({ isHere: true })
  owner = await server.createOrganization()
  await server.start()
})

afterAll(() => server.dispose())

const signIn = () => connect({ realm: server.url, username: owner.email, password: 'correct horse battery' })

test('the client signs in with a password', async () => {
  const client = await signIn()
  assert.equal(client.config.apiKey, owner.apiKey)
  const me = success(await client.users.me.getProfile())
  assert.equal(me.user_id, owner.userId)
})

test('the client fetches the server settings', async () => {
  const settings = success(await (await signIn()).server.settings())
  assert.equal(settings.zulip_feature_level, 493)
  assert.equal(settings.realm_uri, server.url)
})

test('the client subscribes, sends to a channel, and reads the message', async () => {
  const client = await signIn()
  success(await client.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name: 'engines' }]) }))
  const { stream_id } = success(await client.streams.getStreamId('engines'))
  const sent = success(
    await client.messages.send({ to: 'engines', type: 'stream', subject: 'plans', content: 'Ünïcode **bold** ☕' }),
  )
  const { messages } = success(
    await client.messages.retrieve({
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [{ operator: 'stream', operand: 'engines' }],
    }),
  ) as unknown as { messages: Record<string, unknown>[] }
  assert.equal(messages[0]?.id, sent.id)
  assert.match(String(messages[0]?.content), /^<p>Ünïcode <strong>bold<\/strong> <span [^>]*class="emoji emoji-2615"/)
  assert.equal(messages[0]?.subject, 'plans')
  const { topics } = success(await client.streams.topics.retrieve({ stream_id })) as unknown as {
    topics: { name: string }[]
  }
  assert.ok(topics.some(({ name }) => name === 'plans'))
})

test('the client receives messages through its event loop', async () => {
  const client = await signIn()
  const heard: Record<string, unknown>[] = []
  const listening = spawn(process.execPath, [join(projectRoot, 'test/conformance/event-loop.mjs')], {
    env: { ...process.env, LOQUAT_REALM: server.url, LOQUAT_USERNAME: owner.email, LOQUAT_API_KEY: owner.apiKey },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface({ input: listening.stdout }).on('line', (line) => heard.push(JSON.parse(line)))
  try {
    // the loop registers by itself without a signal, so send messages until one arrives
    for (let number = 0; !heard.some(({ type }) => type === 'message'); number++) {
      assert.ok(number < 2_000, 'no event arrived')
      success(
        await client.messages.send({ to: JSON.stringify([owner.userId]), type: 'private', content: `note ${number}` }),
      )
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  } finally {
    listening.kill('SIGKILL')
  }
  const message = heard.find(({ type }) => type === 'message')?.message as { type: string; content: string }
  assert.equal(message.type, 'private')
  // compat: without apply_markdown, bots read the text as it was written
  assert.match(message.content, /^note \d+$/)
})

test('the client registers, polls, and deletes its queue', async () => {
  const client = await signIn()
  const registered = success(await client.queues.register({ event_types: ['message'] }))
  success(await client.messages.send({ to: JSON.stringify([owner.userId]), type: 'private', content: 'to myself' }))
  const { queue_id, last_event_id } = registered
  const { events } = success(
    await client.events.retrieve({ queue_id, last_event_id, dont_block: true }),
  ) as unknown as {
    events: { message: { content: string } }[]
  }
  assert.deepEqual(
    events.map(({ message }) => message.content),
    ['to myself'],
  )
  success(await client.queues.deregister({ queue_id }))
  const gone = await client.events.retrieve({ queue_id, last_event_id, dont_block: true })
  assert.equal(gone.code, 'BAD_EVENT_QUEUE_ID')
})

test('the client flags, reacts to, and narrows messages', async () => {
  const client = await signIn()
  const { id } = success(
    await client.messages.send({ to: JSON.stringify([owner.userId]), type: 'private', content: 'a star' }),
  )
  success(await client.messages.flags.add({ messages: [id], flag: 'starred' }))
  success(await client.reactions.add({ message_id: id, emoji_name: 'thumbs_up' }))
  const { messages } = success(
    await client.messages.retrieve({
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: [{ operator: 'is', operand: 'starred' }],
    }),
  ) as unknown as { messages: { id: number; flags: string[]; reactions: { emoji_name: string }[] }[] }
  assert.deepEqual(
    messages.map((message) => message.id),
    [id],
  )
  assert.ok(messages[0]?.flags.includes('starred'))
  assert.deepEqual(
    messages[0]?.reactions.map(({ emoji_name }) => emoji_name),
    ['thumbs_up'],
  )
  success(await client.reactions.remove({ message_id: id, emoji_name: 'thumbs_up' }))
})

test('a wrong password is reported as an error', async () => {
  const client = await connect({ realm: server.url, username: owner.email, password: 'wrong' })
  assert.equal(client.config.apiKey, undefined)
})
