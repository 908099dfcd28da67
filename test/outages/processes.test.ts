import { assert, RealServer } from '#test'
import type { Account } from './client.ts'
import { outage } from './fixture.ts'
import { Load } from './load.ts'
import { PostgresServer } from './postgres.ts'
import { together } from './writer-process.ts'

const moves = 150
const changes = 50

interface Events {
  events: { id: number; type: string; message?: { content: string } }[]
}

/** Two processes on one database, with a client at each. */
async function withTwo(run: (here: Load, there: Load, account: Account) => Promise<void>): Promise<void> {
  const postgres = await PostgresServer.create()
  const first = await RealServer.prepare({ isPlain: true })
  const second = await RealServer.prepare({ isPlain: true })
  try {
    for (const { environment } of [first, second])
      Object.assign(environment, { LOQUAT_DATABASE_URL: postgres.url('chat', 'chat'), LOQUAT_LOG_LEVEL: 'silent' })
    const account = await first.createOrganization()
    await Promise.all([first.start(), second.start()])
    await together([first, second])
    const [here, there] = [new Load(first, account), new Load(second, account)]
    // load the organization in both first
    for (const at of [here, there]) assert.equal((await at.call('GET', '/users/me')).status, 200)
    await run(here, there, account)
  } finally {
    await first.dispose()
    await second.dispose()
    await postgres.dispose()
  }
}

outage('an event sent by one process is visible in every other at the next request', () =>
  withTwo(async (here, there) => {
    for (let change = 0; change < changes; change++) {
      const [now, next] = change % 2 ? [there, here] : [here, there]
      const name = `channel ${change}`
      const made = await now.call('POST', '/users/me/subscriptions', { subscriptions: JSON.stringify([{ name }]) })
      assert.equal(made.status, 200)
      const { body } = await next.call('GET', '/users/me/subscriptions')
      assert.ok(
        (body.subscriptions as { name: string }[]).some((one) => one.name === name),
        name,
      )
      const renamed = await next.call('PATCH', '/settings', { full_name: `Ada ${change}` })
      assert.equal(renamed.status, 200)
      assert.equal((await now.call('GET', '/users/me')).body.full_name, `Ada ${change}`)
    }
  }),
)

outage('a client that switches processes gets every event once, after its last event ID', () =>
  withTwo(async (here, there, account) => {
    const { body } = await here.call('POST', '/register', { event_types: '["message","typing"]' })
    const queue_id = String(body.queue_id)
    let last = -1
    const told: string[] = []
    for (let move = 0; move < moves; move++) {
      const [now, next] = move % 2 ? [there, here] : [here, there]
      const content = `message ${move}`
      const sent = await now.call('POST', '/messages', { type: 'direct', to: `[${account.userId}]`, content })
      assert.equal(sent.status, 200)
      // one process sends the event, and the other may not have received it yet
      for (const at of [now, next]) {
        const answer = await at.call('GET', '/events', {
          queue_id,
          last_event_id: String(last),
          dont_block: 'true',
        })
        assert.equal(answer.status, 200)
        for (const { id, message } of (answer.body as unknown as Events).events) {
          assert.ok(id > last, `event ${id} after ${last} (${content})`)
          last = id
          if (message) told.push(message.content)
        }
      }
    }
    assert.deepEqual(
      told,
      Array.from({ length: moves }, (_, move) => `message ${move}`),
    )
  }),
)
