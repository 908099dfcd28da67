import { test, vi } from 'vitest'
import { afterAll, assert, beforeAll } from '#test'
import { Browser, WebPushService } from '../peers/web-push-service.ts'
import { AttackedServer } from './attacked-server.ts'
import { type PublicClient, success } from './client.ts'

let server: AttackedServer
let pushes: WebPushService
let notes = 0

beforeAll(async () => {
  server = await AttackedServer.start()
  pushes = await WebPushService.start()
})

afterAll(async () => {
  await server.dispose()
  await pushes.close()
})

/** A client's normal use; every response is a success, and every event arrives. */
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

/** Sends a direct message to the browser's owner, who is away; expects a push. */
async function isNotified(browser: Browser, userId: number): Promise<void> {
  const content = `psst ${++notes}`
  success(await server.owner.messages.send({ to: JSON.stringify([userId]), type: 'private', content }))
  await vi.waitFor(() => assert.ok(browser.received().some((one) => one.content === content)), {
    timeout: 60_000,
    interval: 20,
  })
}

test('while a member runs every attack, others can use the server normally', async () => {
  const ben = await server.member('Ben')
  const cleo = await server.member('Cleo')
  const browser = new Browser(pushes)
  success(await cleo.client.callEndpoint('/web_push/subscriptions', 'POST', browser.subscription))
  await server.duringAttacks('Mallory', ben.email, async () => {
    await Promise.all([day(ben.client, ben.userId), isNotified(browser, cleo.userId)])
  })
})
