import { assert, RealServer, runHere } from '#test'
import { type Account, type Answer, Client } from './client.ts'
import { outage } from './fixture.ts'
import { PostgresServer } from './postgres.ts'

/** One organization with three people, and two processes that serve it. */
class Two {
  readonly #postgres: PostgresServer
  readonly servers: readonly [RealServer, RealServer]
  ada!: Account
  ben!: Account
  cleo!: Account

  private constructor(postgres: PostgresServer, servers: [RealServer, RealServer]) {
    this.#postgres = postgres
    this.servers = servers
  }

  static async with(run: (two: Two) => Promise<void>): Promise<void> {
    const prepare = () => RealServer.prepare({ isPlain: true, isHere: true })
    const two = new Two(await PostgresServer.create(), [await prepare(), await prepare()])
    try {
      for (const { environment } of two.servers)
        Object.assign(environment, {
          LOQUAT_DATABASE_URL: two.#postgres.url('chat', 'chat'),
          LOQUAT_LOG_LEVEL: 'silent',
        })
      two.ada = await two.servers[0].createOrganization()
      two.ben = await two.#join('Ben')
      two.cleo = await two.#join('Cleo')
      for (const server of two.servers) await server.start()
      await run(two)
    } finally {
      for (const server of two.servers) await server.dispose()
      await two.#postgres.dispose()
    }
  }

  async #join(name: string): Promise<Account> {
    const email = `${name.toLowerCase()}@society.example`
    const made = await this.command('user', 'create', '--json', '--name', name, '--email', email)
    const { api_key, user_id } = JSON.parse(made)
    return { email, apiKey: api_key, userId: user_id }
  }

  /** Runs a command as the operator, outside the server processes. */
  async command(...args: string[]): Promise<string> {
    const [{ environment, dataDir }] = this.servers
    const { code, out, err } = await runHere([...args, '--data-dir', dataDir], { environment })
    assert.equal(code, 0, err)
    return out
  }

  /** A client of each process. */
  at(account: Account): readonly [Client, Client] {
    const [first, second] = this.servers
    return [new Client([first], account), new Client([second], account)]
  }
}

interface Received {
  id: number
  type: string
}

/** Waits until a client has received that many events of a type. */
async function told(client: Client, queueId: unknown, type: string, times: number): Promise<void> {
  let last = -1
  for (let count = 0; count < times; ) {
    const from = { queue_id: String(queueId), last_event_id: String(last) }
    const events = (await client.call('GET', '/events', from)).body.events as Received[]
    count += events.filter((event) => event.type === type).length
    last = events.at(-1)?.id ?? last
  }
}

const refusedSoon = ({ status, body, retryAfter }: Answer) =>
  assert.deepEqual([status, body.code, Number(retryAfter) > 0], [429, 'RATE_LIMIT_HIT', true])

outage('two processes share one count of messages per minute', () =>
  Two.with(async (two) => {
    const all = two.at(two.ada)
    const register = (client: Client) =>
      client.call('POST', '/register', { event_types: '["message"]', fetch_event_types: '["realm"]' })
    const queues = await Promise.all(all.map(async (client) => (await register(client)).body.queue_id))
    await two.command('org', 'quota', '--messages-per-minute', '10')
    for (const client of all) while ((await register(client)).body.realm_messages_per_minute_quota !== 10);
    const send = (client: Client) =>
      client.call('POST', '/messages', { type: 'direct', to: `[${two.ada.userId}]`, content: 'Hello' })
    // one account can use half of them
    for (const client of [all[0], two.at(two.ben)[1]]) {
      for (let number = 0; number < 5; number++) assert.equal((await send(client)).status, 200)
      refusedSoon(await send(client))
    }
    await Promise.all(all.map((client, index) => told(client, queues[index], 'message', 10)))
    const cleos = two.at(two.cleo)
    for (const client of cleos) refusedSoon(await send(client))
    await two.command('org', 'quota', '--messages-per-minute', 'none')
    for (const client of cleos) while ((await send(client)).status !== 200);
  }),
)

outage('concurrent uploads to two processes stay exactly within the quota', () =>
  Two.with(async (two) => {
    await two.command('org', 'quota', '--upload-mib', '1')
    const upload = async (server: RealServer, name: string): Promise<number> => {
      const form = new FormData()
      form.set('file', new Blob(['x'.repeat(2 ** 18)]), name)
      const authorization = `Basic ${Buffer.from(`${two.ada.email}:${two.ada.apiKey}`).toString('base64')}`
      const answer = await fetch(`${server.url}/api/v1/user_uploads`, {
        ...{ method: 'POST', body: form, headers: { authorization } },
      })
      await answer.arrayBuffer()
      return answer.status
    }
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, number) => upload(two.servers[number % 2] as RealServer, `${number}.txt`)),
    )
    assert.deepEqual(all.sort(), [...Array(4).fill(200), ...Array(6).fill(400)])
  }),
)

outage('clients of two processes count together, and one that leaves frees both', () =>
  Two.with(async (two) => {
    await two.command('org', 'quota', '--event-queues', '2')
    const [first, second] = two.at(two.ada)
    const register = (client: Client) => client.call('POST', '/register', { event_types: '["message"]' })
    const { body } = await register(first)
    assert.equal((await register(second)).status, 200)
    for (const client of [first, second]) refusedSoon(await register(client))
    await first.call('DELETE', '/events', { queue_id: String(body.queue_id) })
    assert.equal((await register(second)).status, 200)
    refusedSoon(await register(first))
  }),
)
