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

let server: RealServer
let owner: PublicClient
let member: { client: PublicClient; id: number; email: string }

const password = 'correct horse battery'
const python = join(projectRoot, '.cache/python-clients/bin/python')
const refusals = join(projectRoot, 'test/conformance/python/refusals.py')

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

const rule = (more: object) =>
  owner
    .callEndpoint('/moderation_rules', 'POST', {
      ...{ name: 'Soup', applies_to: 'members', condition: JSON.stringify({ kind: 'words', words: ['soup'] }) },
      ...more,
    })
    .then(success)

const sendTo = (client: PublicClient, channel: string): Promise<Reply> =>
  client.messages.send({ to: channel, type: 'stream', topic: 'soup', content: 'soup' })

test('unmodified clients report each refusal with its code and text', async () => {
  const codes = Object.fromEntries(Object.entries(refusing).map(([channel, { code }]) => [channel, code]))
  const subscriptions = JSON.stringify(Object.keys(refusing).map((name) => ({ name })))
  success(await owner.users.me.subscriptions.add({ subscriptions, principals: `[${member.id}]` }))
  for (const [channel, { setUp }] of Object.entries(refusing)) {
    const { stream_id } = success(await owner.streams.getStreamId(channel))
    await setUp(Number(stream_id))
  }
  const texts: Record<string, string> = {}
  for (const [channel, code] of Object.entries(codes)) {
    const reply = await sendTo(member.client, channel)
    assert.deepEqual([channel, reply.result, reply.code], [channel, 'error', code])
    assert.match(reply.msg, /^[A-Z].*[.:]/s)
    texts[channel] = reply.msg
  }
  if (existsSync(python)) assert.deepEqual(await withPython(Object.keys(codes)), [codes, texts])
})

/** The codes and texts that the Python library returns, by channel. */
async function withPython(channels: readonly string[]): Promise<[codes: object, texts: object]> {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-refusals-'))
  try {
    const file = join(folder, 'zuliprc')
    const key = member.client.config.apiKey
    await writeFile(file, `[api]\nemail=${member.email}\nkey=${key}\nsite=${server.url}\n`, { mode: 0o600 })
    const { stdout } = await promisify(execFile)(python, [refusals, file, ...channels])
    return JSON.parse(stdout)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
