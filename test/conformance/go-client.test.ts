import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { projectRoot } from '#platform/config'
import { afterAll, assert, beforeAll } from '#test'
import { AttackedServer } from './attacked-server.ts'
import { type PublicClient, success } from './client.ts'
import { Program } from './program.ts'

/** Built by scripts/install-go-client.sh: a bot that uses the public API's Go library. */
const program = join(projectRoot, '.cache/go-client/bot')
const isInstalled = existsSync(program)

let server: AttackedServer
let ada: PublicClient

beforeAll(async () => {
  if (!isInstalled) return
  server = await AttackedServer.start()
  ada = server.owner
})

afterAll(() => server?.dispose())

interface Message {
  readonly id: number
  readonly sender_id: number
  readonly content: string
  readonly reactions: readonly { readonly emoji_name: string; readonly user_id: number }[]
}

async function newest(narrow: object[]): Promise<Message[]> {
  const params = { anchor: 'newest', num_before: 2, num_after: 0, narrow, apply_markdown: false }
  return success(await ada.messages.retrieve(params)).messages as Message[]
}

/** Waits until the newest message is the bot's reply to this one; returns both. */
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

/** Runs the program as a bot that is subscribed to a channel. */
async function startBot(name: string, channel: string): Promise<{ echo: Program; bot: number }> {
  const made = success(await ada.callEndpoint('/bots', 'POST', { full_name: name, short_name: name.toLowerCase() }))
  const bot = Number(made.user_id)
  const { email } = success(await ada.callEndpoint(`/users/${bot}`, 'GET', {})).user as { email: string }
  const echo = new Program(program, server.url, email, String(made.api_key), channel)
  assert.equal(await echo.hear(), 'listening')
  return { echo, bot }
}

/** Sends messages where the bot is, and waits for its reply and reactions. */
async function talk(bot: number, channel: string): Promise<void> {
  for (const [narrow, place] of [
    [[{ operator: 'channel', operand: channel }], { type: 'stream', to: channel, topic: 'digging & more' }],
    [[{ operator: 'dm', operand: [bot] }], { type: 'private', to: JSON.stringify([bot]) }],
  ] as const) {
    const content = 'Tunnels = 100 % "deep" ☕'
    const { id } = success(await ada.messages.send({ ...place, content }))
    const [asked, answer] = await answered(Number(id), bot, [...narrow])
    assert.equal(answer?.content, `Ada said: ${content}`)
    assert.deepEqual(
      asked?.reactions.map(({ emoji_name, user_id }) => [emoji_name, user_id]),
      [['octopus', bot]],
    )
  }
}

const howTo = 'it is not built: scripts/install-go-client.sh does that, where Go and its library can be had'

test('a bot with the Go library sends, listens, reacts, and replies', async ({ skip }) => {
  skip(!isInstalled, howTo)
  const { echo, bot } = await startBot('Echo', 'burrows')
  try {
    const settled = (await newest([{ operator: 'channel', operand: 'burrows' }])).at(-1)
    assert.equal(settled?.content, 'here I am & stay')
    await echo.during(talk(bot, 'burrows'))
  } finally {
    await echo.end()
  }
})

test('the Go bot works while a member attacks the server', async ({ skip }) => {
  skip(!isInstalled, howTo)
  const victim = await server.member('Dora')
  const { echo, bot } = await startBot('Reply', 'dens')
  try {
    await server.duringAttacks('Walter', victim.email, () => echo.during(talk(bot, 'dens')))
  } finally {
    await echo.end()
  }
}, 1_800_000)
