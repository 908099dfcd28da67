import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'vitest'
import { ApiError } from '#contract'
import { assert, chance, RealServer } from '#test'
import { fetchTransport, LoquatClient } from '../../client/index.ts'
import type { Automation, AutomationRun } from '../../src/features/automations/automations/wire.ts'
import { notOpen } from '../../src/features/messages/messages/submessages/interactive-errors.ts'

/** How often the process is killed; set more for longer runs. */
const rounds = Number(process.env.LOQUAT_CRASH_ROUNDS ?? 5)
const count = 15
const steps = 3

test('a server killed around a scheduled time carries out each step of each automation once', async () => {
  const server = await RealServer.prepare()
  try {
    const { email, apiKey } = await server.createOrganization()
    await server.start()
    const client = () => new LoquatClient({ email, apiKey, transport: fetchTransport(server.url) })
    await client().send('POST', '/users/me/subscriptions', [['subscriptions', '[{"name":"later"}]']])
    const { stream_id } = (await client().send('GET', '/get_stream_id', [['stream', 'later']])) as { stream_id: number }
    // the next minute that leaves time to create them
    const due = new Date(Math.ceil((Date.now() + 15_000) / 60_000) * 60_000)
    const trigger = { kind: 'schedule', repeat: 'daily', time: due.toISOString().slice(11, 16), timezone: 'UTC' }
    const planned: string[] = []
    for (let number = 0; number < count; number++) {
      const texts = Array.from({ length: steps }, (_, step) => `step ${step} of automation ${number}`)
      planned.push(...texts)
      const posts = texts.map((text) => ({ kind: 'post', stream_id, topic: `topic ${number}`, text }))
      await client().send('POST', '/automations', [
        ['name', `Automation ${number}`],
        ['trigger', JSON.stringify(trigger)],
        ['steps', JSON.stringify(posts)],
      ])
    }
    const list = async () => {
      const { automations } = (await client().send('GET', '/automations')) as { automations: Automation[] }
      return automations
    }
    assert.ok((await list()).every(({ next_at }) => next_at === due.getTime() / 1_000))
    const random = chance(1)
    await pause(Math.max(0, due.getTime() - 10 - Date.now()))
    for (let round = 0; round < rounds; round++) {
      await pause(random() ** 2 * 200)
      await server.end('SIGKILL')
      await server.start()
    }
    while (!(await list()).every(({ last_run }) => last_run?.state === 'done')) await pause(50)
    const { messages } = (await client().send('GET', '/messages', [
      ['anchor', 'newest'],
      ['num_before', '1000'],
      ['num_after', '0'],
      ['apply_markdown', 'false'],
    ])) as { messages: { content: string }[] }
    const sent = messages.map(({ content }) => content).filter((content) => / of automation /.test(content))
    assert.deepEqual(sent.sort(), planned.sort())
  } finally {
    await server.dispose()
  }
}, 3_600_000)

test('killing the server while people post yields one run per message', async () => {
  const server = await RealServer.prepare()
  try {
    const { email, apiKey } = await server.createOrganization()
    await server.start()
    const client = () => new LoquatClient({ email, apiKey, transport: fetchTransport(server.url) })
    await client().send('POST', '/users/me/subscriptions', [['subscriptions', '[{"name":"desk"}]']])
    const { stream_id } = (await client().send('GET', '/get_stream_id', [['stream', 'desk']])) as { stream_id: number }
    const { automation } = (await client().send('POST', '/automations', [
      ['name', 'Desk'],
      ['trigger', JSON.stringify({ kind: 'message', stream_id, words: ['question'] })],
      ['steps', JSON.stringify(['one', 'two'].map((text) => post(`${text} {message.link}`)))],
    ])) as { automation: Automation }
    const random = chance(2)
    const killing = (async () => {
      for (let round = 0; round < rounds; round++) {
        await pause(random() ** 2 * 300)
        await server.end('SIGKILL')
        await server.start()
      }
    })()
    for (let number = 0; number < count; number++) {
      const question = [
        ['type', 'stream'],
        ['to', String(stream_id)],
        ['topic', 'desk'],
        ['content', `question ${number}`],
      ] as [string, string][]
      while (!(await arrives(client().send('POST', '/messages', question)))) await pause(50)
    }
    await killing
    const runs = async () => {
      const path = `/automations/${automation.automation_id}/runs`
      return ((await client().send('GET', path, [['limit', '100']])) as { runs: AutomationRun[] }).runs
    }
    while (!(await runs()).every(({ state }) => state === 'done')) await pause(50)
    const { messages } = (await client().send('GET', '/messages', [
      ['anchor', 'newest'],
      ['num_before', '1000'],
      ['num_after', '0'],
      ['apply_markdown', 'false'],
    ])) as { messages: { id: number; content: string }[] }
    // a question stored before a kill and then resent counts twice
    const expected = messages
      .filter(({ content }) => content.startsWith('question '))
      .flatMap(({ id }) => [`one ${id}`, `two ${id}`])
    const sent = messages.flatMap(({ content }) => {
      const [, text, id] = /^(one|two) .*\/near\/(\d+)/.exec(content) ?? []
      return text === undefined ? [] : [`${text} ${id}`]
    })
    assert.deepEqual(sent.sort(), expected.sort())
  } finally {
    await server.dispose()
  }
}, 3_600_000)

test('killing the server around answers yields one decision and one reply per request', async () => {
  const server = await RealServer.prepare()
  try {
    const { email, apiKey } = await server.createOrganization()
    await server.start()
    const client = () => new LoquatClient({ email, apiKey, transport: fetchTransport(server.url) })
    await client().send('POST', '/users/me/subscriptions', [['subscriptions', '[{"name":"desk"}]']])
    const { stream_id } = (await client().send('GET', '/get_stream_id', [['stream', 'desk']])) as { stream_id: number }
    const { user_id } = (await client().send('GET', '/users/me')) as { user_id: number }
    const { automation } = (await client().send('POST', '/automations', [
      ['name', 'Desk'],
      ['trigger', JSON.stringify({ kind: 'message', stream_id, words: ['question'] })],
      [
        'steps',
        JSON.stringify([{ kind: 'approve', text: 'asked {message.link}', user_ids: [user_id] }, post('granted')]),
      ],
    ])) as { automation: Automation }
    const sent = async (start: string) => {
      const { messages } = (await client().send('GET', '/messages', [
        ['anchor', 'newest'],
        ['num_before', '1000'],
        ['num_after', '0'],
        ['apply_markdown', 'false'],
      ])) as { messages: { id: number; content: string }[] }
      return messages.filter(({ content }) => content.startsWith(start))
    }
    for (let number = 0; number < count; number++)
      await client().send('POST', '/messages', [
        ['type', 'stream'],
        ['to', String(stream_id)],
        ['topic', 'desk'],
        ['content', `question ${number}`],
      ])
    while ((await sent('asked')).length < count) await pause(50)
    await server.end('SIGKILL')
    await server.start()
    const random = chance(3)
    const killing = (async () => {
      for (let round = 0; round < rounds; round++) {
        await pause(random() ** 2 * 300)
        await server.end('SIGKILL')
        await server.start()
      }
    })()
    for (const { id } of await retried(() => sent('asked'))) while (!(await approves(client(), id))) await pause(50)
    await killing
    const path = `/automations/${automation.automation_id}/runs`
    const runs = async () => ((await client().send('GET', path, [['limit', '100']])) as { runs: AutomationRun[] }).runs
    while (!(await runs()).every(({ state }) => state === 'done')) await pause(50)
    assert.ok(
      (await runs()).every(({ outcomes }) => outcomes.filter(({ result }) => result === 'approved').length === 1),
    )
    assert.equal((await sent('granted')).length, count)
    const asked = await sent('asked')
    assert.equal(asked.length, count)
    assert.ok(asked.every(({ content }) => content.includes('Approved by')))
  } finally {
    await server.dispose()
  }
}, 3_600_000)

async function retried<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch {
      await pause(50)
    }
  }
}

/** Approves a request; true also if it was approved before the server was killed. */
async function approves(client: LoquatClient, message_id: number): Promise<boolean> {
  const content = JSON.stringify({ type: 'answer', button: 'approve' })
  try {
    await client.send('POST', '/submessage', [
      ['message_id', String(message_id)],
      ['msg_type', 'widget'],
      ['content', content],
    ])
    return true
  } catch (error) {
    return error instanceof ApiError && error.message === notOpen.message
  }
}

const post = (text: string) => ({ kind: 'post', stream_id: null, text })

const arrives = (sending: Promise<unknown>): Promise<boolean> =>
  sending.then(
    () => true,
    () => false,
  )
