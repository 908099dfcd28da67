import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'vitest'
import { assert, RealServer, transportTo } from '#test'
import { LoquatClient } from '../../client/index.ts'

const teams = ['east', 'west']
const all = ['You asked for a reminder.\n\nYour note: due too', 'before', 'due']

const written = (messages: { content: string }[]): string[] =>
  messages
    .map(({ content }) => content)
    .filter((content) => all.includes(content))
    .sort()

interface Owner {
  email: string
  api_key: string
  user_id: number
}

interface Queue {
  queue_id: string
  last_event_id: number
}

test('organizations asleep during a kill lose nothing, and scheduled jobs run', async () => {
  const server = await RealServer.prepare()
  const agent = new Agent()
  try {
    const owners = new Map<string, Owner>()
    for (const team of teams) {
      const owner = [
        '--owner-name',
        'Ada',
        '--owner-email',
        'ada@example.org',
        '--owner-password',
        'correct horse battery',
      ]
      const made = await server.command('org', 'create', '--json', '--name', team, '--subdomain', team, ...owner)
      owners.set(team, JSON.parse(made).owner)
    }
    await server.start()
    const client = (team: string) => {
      const { email, api_key } = owners.get(team) as Owner
      return new LoquatClient({
        email,
        apiKey: api_key,
        transport: transportTo(agent, server.port, `${team}.localhost`),
      })
    }
    const toOneself = (team: string): [string, string][] => [
      ['type', 'direct'],
      ['to', `[${owners.get(team)?.user_id}]`],
    ]
    const contents = async (team: string) => {
      const { messages } = await client(team).send('GET', '/messages', [
        ['anchor', 'newest'],
        ['num_before', '100'],
        ['num_after', '0'],
        ['apply_markdown', 'false'],
      ])
      return written(messages as { content: string }[])
    }
    /** How often organizations were loaded since the start. */
    const loads = async () =>
      Number(/^loquat_organization_loads_total (\d+)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1])
    const queues = new Map<string, Queue>()
    // far enough ahead to start the server and schedule them
    const due = String(Math.ceil(Date.now() / 1000) + 45)
    for (const team of teams) {
      const kind: [string, string][] = [
        ['event_types', '["message"]'],
        ['apply_markdown', 'false'],
      ]
      queues.set(team, (await client(team).send('POST', '/register', kind)) as never)
      await client(team).send('POST', '/messages', [...toOneself(team), ['content', 'before']])
      const late: [string, string] = ['scheduled_delivery_timestamp', due]
      await client(team).send('POST', '/scheduled_messages', [...toOneself(team), ['content', 'due'], late])
      await client(team).send('POST', '/reminders', [['note', 'due too'], late])
    }
    // after a start they sleep until a request, and there is none
    await server.end('SIGKILL')
    await server.start()
    assert.equal(await loads(), 0)
    while ((await loads()) < teams.length) await pause(50)
    for (const team of teams) {
      while ((await contents(team)).length < all.length) await pause(50)
      assert.deepEqual(await contents(team), all)
      const heard: { content: string }[] = []
      for (let { queue_id, last_event_id } = queues.get(team) as Queue; heard.length < all.length; ) {
        const { events } = await client(team).send('GET', '/events', [
          ['queue_id', queue_id],
          ['last_event_id', String(last_event_id)],
        ])
        for (const { id, message } of events as { id: number; message?: { content: string } }[]) {
          last_event_id = id
          if (message) heard.push(message)
        }
      }
      assert.deepEqual(written(heard), all)
    }
  } finally {
    agent.destroy()
    await server.dispose()
  }
}, 600_000)
