import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { projectRoot } from '#platform/config'
import { afterAll, assert, beforeAll, RealServer } from '#test'
import { connect, type PublicClient, type Reply, success } from './client.ts'
import { Program } from './program.ts'

let server: RealServer
let owner: PublicClient
let member: { client: PublicClient; id: number; email: string }

const password = 'correct horse battery'
const python = join(projectRoot, '.cache/python-clients/bin')
const scripts = join(projectRoot, 'test/conformance/python')
/** Built by scripts/install-go-client.sh. */
const goBot = join(projectRoot, '.cache/go-client/bot')

beforeAll(async () => {
  server = await RealServer.prepare({ isHere: true })
  const { email } = await server.createOrganization()
  await server.start()
  owner = await connect({ realm: server.url, username: email, password })
  const account = { email: 'ben@navy.example', password, full_name: 'Ben' }
  const { user_id } = success(await owner.users.create(account))
  const client = await connect({ realm: server.url, username: account.email, password })
  member = { client, id: Number(user_id), email: account.email }
})

afterAll(() => server.dispose())

/** How a channel refuses the member's messages, by channel. */
const refusing: Record<string, { code: string; setUp(stream_id: number): Promise<unknown> }> = {
  slow: {
    code: 'SLOW_MODE',
    async setUp(stream_id) {
      await owner.callEndpoint(`/streams/${stream_id}`, 'PATCH', { slow_mode_seconds: 3_600 }).then(success)
      success(await sendTo(member.client, 'slow'))
    },
  },
  locked: {
    code: 'TOPIC_LOCKED',
    async setUp(stream_id) {
      success(await sendTo(owner, 'locked'))
      await owner.callEndpoint(`/streams/${stream_id}/topics/lock`, 'POST', { topic: 'soup' }).then(success)
    },
  },
  words: {
    code: 'MESSAGE_REFUSED',
    setUp: (stream_id) => rule({ action: 'refuse', stream_ids: `[${stream_id}]` }),
  },
  queue: {
    code: 'MESSAGE_HELD',
    setUp: (stream_id) => rule({ action: 'hold', stream_ids: `[${stream_id}]` }),
  },
  quiet: {
    code: 'USER_RESTRICTED',
    setUp: (stream_id) =>
      owner
        .callEndpoint(`/users/${member.id}/restrictions`, 'POST', {
          ...{ kind: 'read_only_in', stream_ids: `[${stream_id}]`, reason: 'Spam', until: 'null' },
        })
        .then(success),
  },
}
const open = 'kitchen'

const rule = (more: object) =>
  owner
    .callEndpoint('/moderation_rules', 'POST', {
      ...{ name: 'Soup', applies_to: 'members', condition: JSON.stringify({ kind: 'words', words: ['soup'] }) },
      ...more,
    })
    .then(success)

const sendTo = (client: PublicClient, channel: string): Promise<Reply> =>
  client.messages.send({ to: channel, type: 'stream', topic: 'soup', content: 'soup' })

test('people and bots with unmodified clients read why a message is refused', async () => {
  const channels = Object.keys(refusing)
  const subscriptions = JSON.stringify([...channels, open].map((name) => ({ name })))
  success(await owner.users.me.subscriptions.add({ subscriptions, principals: `[${member.id}]` }))
  for (const [channel, { setUp }] of Object.entries(refusing)) {
    const { stream_id } = success(await owner.streams.getStreamId(channel))
    await setUp(Number(stream_id))
  }
  const codes = Object.fromEntries(Object.entries(refusing).map(([channel, { code }]) => [channel, code]))
  await agreesOn(codes)
  await owner.callEndpoint('/realm', 'PATCH', { waiting_period_threshold: 3 }).then(success)
  await owner.callEndpoint('/lockdown', 'POST', { hours: 1 }).then(success)
  await agreesOn({ [open]: 'LOCKDOWN' })
}, 600_000)

/** Sends a message to each channel with every client that's installed, and compares what it shows. */
async function agreesOn(codes: Readonly<Record<string, string>>): Promise<void> {
  const channels = Object.keys(codes)
  const sentences: Record<string, string> = {}
  for (const channel of channels) {
    const { result, code, msg } = await sendTo(member.client, channel)
    assert.deepEqual([channel, result, code], [channel, 'error', codes[channel]])
    assert.match(msg, /^[A-Z].*[.:]/s)
    sentences[channel] = msg
  }
  // a client that repeats its request would send more than one
  const refusals = Object.fromEntries(
    channels.map((channel) => [channel, { code: codes[channel], msg: sentences[channel], requests: 1 }]),
  )
  const folder = await mkdtemp(join(tmpdir(), 'loquat-refusals-'))
  try {
    const file = join(folder, 'zuliprc')
    const key = member.client.config.apiKey
    const account = `[api]\nemail=${member.email}\nkey=${key}\nsite=${server.url}\n\n[zterm]\nnotify=disabled\n`
    await writeFile(file, account, { mode: 0o600 })
    if (existsSync(goBot))
      assert.deepEqual(await outputOf(goBot, server.url, member.email, key, '--refusals', ...channels), refusals)
    if (existsSync(join(python, 'python')))
      assert.deepEqual(
        await outputOf(join(python, 'python'), join(scripts, 'refusals.py'), file, ...channels),
        refusals,
      )
    if (existsSync(join(python, 'zulip-term'))) await terminalShows(file, sentences)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const outputOf = async (program: string, ...args: string[]): Promise<unknown> =>
  JSON.parse((await promisify(execFile)(program, args)).stdout)

/** Posts in each channel with the terminal client, and waits for the sentence on its screen. */
async function terminalShows(config: string, sentences: Readonly<Record<string, string>>): Promise<void> {
  const terminal = new Program(join(python, 'python'), join(scripts, 'terminal.py'), join(python, 'zulip-term'), config)
  try {
    for (const [channel, refused] of Object.entries(sentences))
      await terminal.ask({ see: 'Help(?)', post: { channel, topic: 'soup', text: 'soup' }, refused })
  } finally {
    await terminal.end()
  }
}
