import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'vitest'
import { assert, chance, RealServer } from '#test'
import { fetchTransport, LoquatClient } from '../../client/index.ts'
import type { Automation, AutomationRun } from '../../src/features/automations/automations/wire.ts'
import { WebServer } from '../harness/web.ts'

/** How often the process is killed; set more for longer runs. */
const rounds = Number(process.env.LOQUAT_CRASH_ROUNDS ?? 3)
const count = 10

test('a call interrupted by kills is repeated with its key, and later steps run once', async () => {
  const server = await RealServer.prepare()
  Object.assign(server.environment, {
    LOQUAT_OUTBOUND_ALLOW: '127.0.0.0/8',
    LOQUAT_WEBHOOK_TIMEOUT_SECONDS: '5',
  })
  const web = await WebServer.start(async ({ body }) => {
    await pause(100)
    return { echo: (JSON.parse(body) as { text: string }).text }
  })
  try {
    const { client, automate, sent, runsOf } = await prepared(server)
    const automation = await automate([
      { kind: 'call', url: web.url, text: '{message.text}' },
      { kind: 'post', stream_id: null, text: 'got {call.echo}' },
    ])
    await asks(client(), count)
    await killed(server, 4)
    await done(() => runsOf(automation))
    const numbers = Array.from({ length: count }, (_, number) => number)
    assert.deepEqual((await sent('got')).sort(), numbers.map((number) => `got question ${number}`).sort())
    const keys = web.requests.map(({ headers, body }) => [headers['idempotency-key'], JSON.parse(body).text] as const)
    assert.equal(new Set(keys.map(([key]) => key)).size, count)
    assert.equal(new Set(keys.map((pair) => pair.join(' '))).size, count)
  } finally {
    await web.close()
    await server.dispose()
  }
}, 600_000)

test('killing the server around reminders posts each of them once', async () => {
  const server = await RealServer.prepare()
  try {
    const { client, automate, sent, runsOf } = await prepared(server)
    const automation = await automate([
      { kind: 'remind', stream_id: null, text: 'reminder of {message.text}', minutes: 1 },
      { kind: 'post', stream_id: null, text: 'done with {message.text}' },
    ])
    await asks(client(), count)
    while (!(await runsOf(automation)).every(({ state }) => state === 'waiting')) await pause(500)
    const [run] = await runsOf(automation)
    await pause(Math.max(0, (run?.waiting_until ?? 0) * 1_000 - Date.now() - 500))
    await killed(server, 5)
    await done(() => runsOf(automation))
    for (const start of ['reminder', 'done']) assert.equal(new Set(await sent(start)).size, count)
    assert.equal((await sent('reminder')).length + (await sent('done')).length, 2 * count)
  } finally {
    await server.dispose()
  }
}, 600_000)

/** Founds an organization with a channel, and starts the server. */
async function prepared(server: RealServer) {
  const { email, apiKey } = await server.createOrganization()
  await server.start()
  const client = () => new LoquatClient({ email, apiKey, transport: fetchTransport(server.url) })
  await client().send('POST', '/users/me/subscriptions', [['subscriptions', '[{"name":"desk"}]']])
  const automate = async (steps: readonly object[]): Promise<Automation> => {
    const { automation } = (await client().send('POST', '/automations', [
      ['name', 'Desk'],
      ['trigger', JSON.stringify({ kind: 'message', stream_id: null, words: ['question'] })],
      ['steps', JSON.stringify(steps)],
    ])) as { automation: Automation }
    return automation
  }
  const sent = async (start: string): Promise<string[]> => {
    const { messages } = (await client().send('GET', '/messages', [
      ['anchor', 'newest'],
      ['num_before', '1000'],
      ['num_after', '0'],
      ['apply_markdown', 'false'],
    ])) as { messages: { content: string }[] }
    return messages
      .map(({ content }) => content.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(code)))
      .filter((content) => content.startsWith(start))
  }
  const runsOf = async ({ automation_id }: Automation) =>
    (
      (await client().send('GET', `/automations/${automation_id}/runs`, [['limit', '100']])) as {
        runs: AutomationRun[]
      }
    ).runs
  return { client, automate, sent, runsOf }
}

async function asks(client: LoquatClient, times: number): Promise<void> {
  for (let number = 0; number < times; number++)
    await client.send('POST', '/messages', [
      ['type', 'stream'],
      ['to', 'desk'],
      ['topic', `desk ${number}`],
      ['content', `question ${number}`],
    ])
}

async function killed(server: RealServer, seed: number): Promise<void> {
  const random = chance(seed)
  for (let round = 0; round < rounds; round++) {
    await pause(random() ** 2 * 300)
    await server.end('SIGKILL')
    await server.start()
  }
}

/** Waits until all runs are done. */
async function done(load: () => Promise<AutomationRun[]>): Promise<void> {
  for (;;) {
    const runs = await load()
    const failed = runs.find(({ state }) => state !== 'running' && state !== 'waiting' && state !== 'done')
    assert.equal(failed, undefined)
    if (runs.every(({ state }) => state === 'done')) return
    await pause(500)
  }
}
