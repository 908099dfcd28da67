import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { projectRoot } from '#platform/config'
import { afterAll, beforeAll, RealServer } from '#test'
import { connect, type PublicClient, success } from './client.ts'

let server: RealServer
let owner: PublicClient
let member: { client: PublicClient; email: string }

const password = 'correct horse battery'
const zulipSend = join(projectRoot, '.cache/python-clients/bin/zulip-send')

interface Event {
  readonly id: number
  readonly type: string
  readonly message?: { readonly id: number; readonly content: string; readonly sender_full_name: string }
}

beforeAll(async () => {
  server = await RealServer.prepare({ isHere: true })
  const { email, userId } = await server.createOrganization()
  await server.start()
  owner = await connect({ realm: server.url, username: email, password })
  const account = { email: 'ben@navy.example', password, full_name: 'Ben' }
  const { user_id } = success(await owner.users.create(account))
  member = { client: await connect({ realm: server.url, username: account.email, password }), email: account.email }
  const subscriptions = JSON.stringify([{ name: 'desk' }])
  success(await owner.users.me.subscriptions.add({ subscriptions, principals: `[${user_id}, ${userId}]` }))
  const steps = [
    { kind: 'approve', text: '{person} orders {text}', user_ids: [userId] },
    { kind: 'post', stream_id: null, text: 'Ordered: {text}' },
  ]
  const trigger = { kind: 'manual', command: 'order', hint: 'What' }
  const automation = { name: 'Orders', trigger: JSON.stringify(trigger), steps: JSON.stringify(steps) }
  success(await owner.callEndpoint('/automations', 'POST', automation))
})

afterAll(() => server.dispose())

/** Waits until the automation's bot posts a message that contains the text. */
async function postedByBot(client: PublicClient, queue_id: unknown, text: string) {
  for (let last_event_id = -1; ; ) {
    const { events } = success(await client.events.retrieve({ queue_id, last_event_id }))
    for (const { id, message } of events as Event[]) {
      last_event_id = id
      if (message?.sender_full_name === 'Orders' && message.content.includes(text)) return message
    }
  }
}

const queueOf = async (client: PublicClient): Promise<unknown> =>
  success(await client.queues.register({ event_types: ['message'], apply_markdown: 'true' })).queue_id

test('unmodified clients start automations with messages, and read requests and replies', async () => {
  const [owners, members] = [await queueOf(owner), await queueOf(member.client)]
  const content = '/order Soup'
  success(await member.client.messages.send({ to: 'desk', type: 'stream', topic: 'lunch', content }))
  const request = await postedByBot(owner, owners, 'Soup')
  const answer = { type: 'answer', button: 'approve' }
  success(
    await owner.callEndpoint('/submessage', 'POST', {
      ...{ message_id: request.id, msg_type: 'widget', content: JSON.stringify(answer) },
    }),
  )
  await postedByBot(member.client, members, 'Ordered: Soup')
})

test.skipIf(!existsSync(zulipSend))('a message sent with zulip-send starts an automation', async () => {
  const queue = await queueOf(owner)
  const folder = await mkdtemp(join(tmpdir(), 'loquat-automations-'))
  try {
    const file = join(folder, 'zuliprc')
    const key = member.client.config.apiKey
    await writeFile(file, `[api]\nemail=${member.email}\nkey=${key}\nsite=${server.url}\n`, { mode: 0o600 })
    const message = ['--stream', 'desk', '--subject', 'lunch', '--message', '/order Bread']
    await promisify(execFile)(zulipSend, ['--config-file', file, ...message])
    await postedByBot(owner, queue, 'Bread')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
