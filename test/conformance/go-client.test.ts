import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { projectRoot } from '#platform/config'
import { afterAll, assert, beforeAll, RealServer } from '#test'
import { connect, type PublicClient, success } from './client.ts'
import { Program } from './program.ts'

/** Where scripts/install-go-client.sh puts it: a bot of ours, with the public API's Go library in it. */
const program = join(projectRoot, '.cache/go-client/bot')
const isInstalled = existsSync(program)

let server: RealServer
let ada: PublicClient

beforeAll(async () => {
  if (!isInstalled) return
  server = await RealServer.prepare({ isHere: true })
  const { email } = await server.createOrganization()
  await server.start()
  ada = await connect({ realm: server.url, username: email, password: 'correct horse battery' })
})

afterAll(() => server?.dispose())

interface Message {
  readonly id: number
  readonly sender_id: number
  readonly content: string
  readonly reactions: readonly { readonly emoji_name: string; readonly user_id: number }[]
}

/** The newest messages of a narrow, as they were written. */
async function newest(narrow: object[]): Promise<Message[]> {
  const params = { anchor: 'newest', num_before: 2, num_after: 0, narrow, apply_markdown: false }
  return success(await ada.messages.retrieve(params)).messages as Message[]
}

/** Waits until the newest message is the bot's answer to this one; both. */
async function answered(id: number, bot: number, narrow: object[]): Promise<Message[]> {
  const all = { event_types: ['message'], all_public_streams: 'true' }
  const { queue_id, last_event_id } = success(await ada.queues.register(all))
  for (let last = last_event_id; ; ) {
    const messages = await newest(narrow)
    if (messages[0]?.id === id && messages[1]?.sender_id === bot) {
      success(await ada.queues.deregister({ queue_id }))
      return messages
    }
    const { events } = success(await ada.events.retrieve({ queue_id, last_event_id: last }))
    last = (events as { id: number }[]).at(-1)?.id
  }
}

test('a bot with the Go library sends, listens, reacts and answers', async ({ skip }) => {
  skip(!isInstalled, 'it is not built: scripts/install-go-client.sh does that, where Go and its library can be had')
  const made = success(await ada.callEndpoint('/bots', 'POST', { full_name: 'Echo', short_name: 'echo' }))
  const bot = Number(made.user_id)
  const { email } = success(await ada.callEndpoint(`/users/${bot}`, 'GET', {})).user as { email: string }
  const echo = new Program(program, server.url, email, String(made.api_key), 'burrows')
  try {
    assert.equal(await echo.hear(), 'listening')
    const inChannel = [{ operator: 'channel', operand: 'burrows' }]
    const withBot = [{ operator: 'dm', operand: [bot] }]
    assert.equal((await newest(inChannel)).at(-1)?.content, 'here I am & stay')
    for (const [narrow, place] of [
      [inChannel, { type: 'stream', to: 'burrows', topic: 'digging & more' }],
      [withBot, { type: 'private', to: JSON.stringify([bot]) }],
    ] as const) {
      const content = 'Tunnels = 100 % "deep" ☕'
      const { id } = success(await ada.messages.send({ ...place, content }))
      const [asked, answer] = await answered(Number(id), bot, narrow)
      assert.equal(answer?.content, `Ada said: ${content}`)
      assert.deepEqual(
        asked?.reactions.map(({ emoji_name, user_id }) => [emoji_name, user_id]),
        [['octopus', bot]],
      )
    }
  } finally {
    await echo.end()
  }
})
