import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'vitest'
import { botTypes } from '#contract'
import { afterAll, assert, beforeAll, RealServer } from '#test'
import { type Attacker, attacksOf, Gun } from '../peers/attacks.ts'
import { connect, type PublicClient, success } from './client.ts'

let server: RealServer
let owner: PublicClient
let notes = 0

beforeAll(async () => {
  server = await RealServer.prepare()
  // as it comes, limits and all
  server.environment.LOQUAT_RATE_LIMITS = 'on'
  const { email } = await server.createOrganization()
  await server.start()
  owner = await connect({ realm: server.url, username: email, password: 'correct horse battery' })
})

afterAll(() => server.dispose())

/** Somebody with a password of one's own, who signs in with it. */
async function member(name: string): Promise<{ client: PublicClient; email: string; userId: number }> {
  const email = `${name.toLowerCase()}@society.example`
  const password = 'correct horse battery'
  const { user_id } = success(await owner.users.create({ email, password, full_name: name }))
  const client = await connect({ realm: server.url, username: email, password })
  return { client, email, userId: Number(user_id) }
}

/** What the client does all day; each answer is a success, and each event arrives. */
async function day(client: PublicClient, userId: number): Promise<void> {
  const { queue_id, last_event_id } = success(
    await client.queues.register({ event_types: ['message', 'reaction', 'update_message'] }),
  )
  const content = `note ${++notes}`
  const { id } = success(await client.messages.send({ to: JSON.stringify([userId]), type: 'private', content }))
  success(await client.reactions.add({ message_id: id, emoji_name: 'thumbs_up' }))
  success(await client.callEndpoint(`/messages/${id}`, 'PATCH', { content: `${content}, edited` }))
  success(await client.messages.flags.add({ messages: [id], flag: 'starred' }))
  success(await client.typing.send({ to: JSON.stringify([userId]), op: 'start' }))
  const narrow = [{ operator: 'is', operand: 'starred' }]
  const { messages } = success(
    await client.messages.retrieve({ anchor: 'newest', num_before: 5, num_after: 0, narrow }),
  )
  assert.ok((messages as { id: unknown }[]).some((message) => message.id === id))
  const heard = new Set<string>()
  for (let last = last_event_id; heard.size < 3; ) {
    const { events } = success(await client.events.retrieve({ queue_id, last_event_id: last }))
    for (const event of events as { type: string; id: number }[]) {
      heard.add(event.type)
      last = event.id
    }
  }
  success(await client.queues.deregister({ queue_id }))
}

test('a member attacks the server with everything, and the others have an ordinary day', async () => {
  const ben = await member('Ben')
  const mallory = await member('Mallory')
  success(await mallory.client.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name: 'attacked' }]) }))
  const hook = success(
    await mallory.client.callEndpoint('/bots', 'POST', {
      full_name: 'Hook',
      short_name: 'hook',
      bot_type: botTypes.incomingWebhook,
    }),
  )
  const attacker: Attacker = {
    email: mallory.email,
    apiKey: mallory.client.config.apiKey,
    hookKey: String(hook.api_key),
    channel: 'attacked',
    victim: ben.email,
  }
  const gun = new Gun(server.port, `127.0.0.1:${server.port}`, attacker)
  let isOver = false
  const statuses = new Map<string, number[]>()
  const attacking = (async () => {
    for (const attack of attacksOf(attacker)) statuses.set(attack.what, await gun.fire(attack))
  })().finally(() => {
    isOver = true
  })
  let days = 0
  while (!isOver) {
    await day(ben.client, ben.userId)
    days++
    await pause(20)
  }
  await attacking
  gun.close()
  for (const [what, answers] of statuses)
    for (const status of answers) assert.ok(status < 500, `${what} was answered by ${status}`)
  assert.ok(days > 0)
  await day(ben.client, ben.userId)
})
