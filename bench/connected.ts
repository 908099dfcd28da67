import { setTimeout as pause } from 'node:timers/promises'
import { raw, type Tx } from '#platform/db'
import { Semaphore } from '#platform/fair-queues'
import { Connection, success } from './http.ts'
import type { Place } from './main.ts'
import { percentile, type Row, spread } from './row.ts'
import { type Seeded, seed } from './seed.ts'
import { ServerProcess } from './server.ts'

const crowd = Number(process.env.LOQUAT_BENCH_CLIENTS ?? 10_000)
const rounds = 6
/** How often somebody who is in sends meanwhile. */
const sendEveryMs = 50
/** About as long as what people write who explain something: its event is worth compressing. */
const explanation = 'Somebody explains at some length what was found out, and why it matters to the others. '.repeat(7)

interface Credentials {
  readonly email: string
  readonly api_key: string
}

/** A client with its queue, which outlives its connections. */
interface Client extends Credentials {
  readonly encoding: 'gzip' | 'br'
  connection: Connection | undefined
  queueId: string
  last: number
}

/**
 * Ten thousand people, each with a client that waits: what one message to all of them takes, their return after a
 * restart, all at once, and their beginning anew. Everything on the loopback.
 */
export async function benchConnected(place: Place): Promise<Row[]> {
  const seeded = await seed(place)
  const people = await makeCrowd(seeded)
  await seeded.close()
  const owner = { email: seeded.owner.deliveryEmail, api_key: seeded.owner.apiKey }
  const stage = await Stage.open(place, people, owner)
  success(
    await stage.sender.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'everybody' }],
      principals: people.map(({ id }) => id),
      send_new_subscription_messages: false,
    }),
  )
  const rows = await stage.comeBack(`${crowd} clients register at once`, (client) => stage.register(client))
  rows.push(...(await stage.deliver()))
  await stage.restart()
  rows.push(
    ...(await stage.comeBack(`${crowd} clients come back with their queues after a restart`, (client) =>
      stage.ask(client, true),
    )),
  )
  stage.disconnect()
  await stage.server.stop()
  return rows
}

class Stage {
  readonly #place: Place
  readonly #owner: Credentials
  readonly #clients: readonly Client[]
  /** So many connections are opened at once: the kernel lets no more wait. */
  readonly #opening = new Semaphore({ most: 200, maxPerKey: 200 })
  server: ServerProcess
  sender: Connection
  #refusals = 0
  /** Connections are ended on purpose. */
  #isLeaving = false

  private constructor(
    place: Place,
    people: readonly Credentials[],
    owner: Credentials,
    server: ServerProcess,
    sender: Connection,
  ) {
    this.#place = place
    this.#owner = owner
    this.#clients = people.map(({ email, api_key }, index) => ({
      ...{ email, api_key, encoding: index % 2 === 0 ? 'gzip' : 'br' },
      ...{ connection: undefined, queueId: '', last: -1 },
    }))
    this.server = server
    this.sender = sender
  }

  static async open(place: Place, people: readonly Credentials[], owner: Credentials): Promise<Stage> {
    const { server } = await start(place)
    return new Stage(place, people, owner, server, await connect(server, owner))
  }

  async restart(): Promise<void> {
    this.disconnect()
    await this.server.stop()
    const { server } = await start(this.#place)
    this.server = server
    this.sender = await connect(server, this.#owner)
    this.#isLeaving = false
  }

  disconnect(): void {
    this.#isLeaving = true
    this.sender.close()
    for (const client of this.#clients) {
      client.connection?.close()
      client.connection = undefined
    }
  }

  async register(client: Client): Promise<void> {
    const body = await this.#patiently(client, (connection) =>
      connection.post('/register', { event_types: ['message'], apply_markdown: true }),
    )
    client.queueId = success(body).queue_id as string
    client.last = -1
  }

  /** Asks for events, and keeps what was the newest; answers the body. */
  async ask(client: Client, dont_block: boolean): Promise<string> {
    const body = await this.#patiently(client, (connection) =>
      connection.get(`/events?queue_id=${client.queueId}&last_event_id=${client.last}&dont_block=${dont_block}`),
    )
    const newest = /"id":(-?\d+)\}\],"queue_id"/.exec(body.slice(-200))
    if (newest) client.last = Number(newest[1])
    else if (!body.includes('"events":[]')) throw new Error(body.slice(0, 300))
    return body
  }

  /** As clients do it: who is told to wait waits, and a little longer than the others. */
  async #patiently(client: Client, ask: (connection: Connection) => Promise<string>): Promise<string> {
    for (;;) {
      if (!client.connection?.isOpen) {
        await this.#opening.enter('')
        client.connection = await connect(this.server, client, client.encoding).finally(() => this.#opening.leave(''))
      }
      const body = await ask(client.connection).catch((error: unknown) => {
        if (this.#isLeaving) throw error
      })
      // the connection was ended, as idle ones are: both of what is asked here may be asked again
      if (body === undefined) {
        client.connection = undefined
        continue
      }
      if (!body.startsWith('{"result":"error"')) return body
      const wait = client.connection.retryAfterSecs
      if (wait === 0) throw new Error(body)
      // who waits long is cut off
      client.connection.close()
      client.connection = undefined
      this.#refusals++
      await pause(wait * 1000 * (1 + Math.random() / 4))
    }
  }

  async send(content: string): Promise<number> {
    const begun = performance.now()
    success(await this.sender.post('/messages', { type: 'channel', to: 'everybody', topic: 'all', content }))
    return performance.now() - begun
  }

  /** All at once, while somebody sends. */
  async comeBack(what: string, back: (client: Client) => Promise<unknown>): Promise<Row[]> {
    const spent = this.#spent()
    const sent: number[] = []
    let isOver = false
    const sending = (async () => {
      while (!isOver) {
        sent.push(await this.send('in between'))
        await pause(sendEveryMs)
      }
    })()
    this.#refusals = 0
    const times: number[] = []
    const begun = performance.now()
    await Promise.all(
      this.#clients.map(async (client) => {
        await back(client)
        times.push(performance.now() - begun)
      }),
    )
    isOver = true
    await sending
    return [
      { what, value: Math.max(...times) / 1000, unit: 's', atMost: 60 },
      { what: 'half of them', value: percentile(times, 0.5) / 1000, unit: 's' },
      { what: 'how often one was asked to wait', value: this.#refusals, unit: '' },
      ...spent(crowd, 'of each'),
      ...spread('sending meanwhile', sent, { p99: 200 }),
      { what: 'memory afterwards', value: this.server.memory(), unit: 'MB' },
    ]
  }

  /** Messages to everybody, who asks for the next as soon as one is there. */
  async deliver(): Promise<Row[]> {
    let waiting = 0
    let isThere = () => {}
    let isOver = false
    const polls = this.#clients.map(async (client) => {
      while (!isOver) {
        const body = await this.ask(client, false).catch((error: unknown) => {
          if (!isOver) throw error
          return ''
        })
        if (/mark\d+!/.test(body) && --waiting === 0) isThere()
      }
    })
    /** Answers when it is acknowledged and when the last one has it, in milliseconds. */
    const announceAll = async (mark: number): Promise<[acknowledged: number, last: number]> => {
      waiting = crowd
      const all = new Promise<void>((resolve) => {
        isThere = resolve
      })
      const begun = performance.now()
      const acknowledged = await this.send(`${explanation} mark${mark}!`)
      await all
      return [acknowledged, performance.now() - begun]
    }
    let most = 0
    const watching = setInterval(() => {
      most = Math.max(most, this.server.memory())
    }, 100)
    // what was sent while they registered comes first, to all of them at once
    const spentBefore = this.#spent()
    const [first, caughtUp] = await announceAll(999)
    const behind: Row[] = [
      { what: 'all are told what was sent until then', value: caughtUp / 1000, unit: 's' },
      { what: 'a message meanwhile is acknowledged', value: first, unit: 'ms', atMost: 200 },
      ...spentBefore(crowd, 'of each'),
      { what: 'memory at most meanwhile', value: most, unit: 'MB' },
    ]
    await pause(5_000)
    most = 0
    const acknowledged: number[] = []
    const last: number[] = []
    const spent = this.#spent()
    for (let round = 0; round < rounds; round++) {
      const [ms, all] = await announceAll(round)
      acknowledged.push(ms)
      last.push(all)
      await pause(2_000)
    }
    const rows = spent(crowd * rounds, 'of a delivery and the poll after it')
    clearInterval(watching)
    isOver = true
    this.disconnect()
    this.sender = await connect(this.server, this.#owner)
    await Promise.all(polls)
    const median = (list: number[]) =>
      percentile(
        list.sort((a, b) => a - b),
        0.5,
      )
    return [
      ...behind,
      { what: `a message to ${crowd} clients is acknowledged, p50`, value: median(acknowledged), unit: 'ms' },
      { what: 'the slowest', value: Math.max(...acknowledged), unit: 'ms' },
      { what: 'the last client has it, p50', value: median(last), unit: 'ms', atMost: 1_500 },
      { what: 'the slowest', value: Math.max(...last), unit: 'ms' },
      ...rows,
      { what: 'memory at most', value: most, unit: 'MB' },
    ]
  }

  /** Processor time from now on, shared out among so many. That of the clients is told too: they share the machine. */
  #spent(): (many: number, ofWhat: string) => Row[] {
    const { server } = this
    const before = [server.cpuMs(), server.loopCpuMs()] as const
    const ownBefore = process.cpuUsage()
    return (many, ofWhat) => {
      const own = process.cpuUsage(ownBefore)
      return [
        { what: `processor time ${ofWhat}`, value: (server.cpuMs() - before[0]) / many, unit: 'ms' },
        { what: 'of the event loop', value: (server.loopCpuMs() - before[1]) / many, unit: 'ms' },
        { what: 'what the client takes beside it', value: (own.user + own.system) / 1000 / many, unit: 'ms' },
      ]
    }
  }
}

/** Whoever waits among ten thousand is slow, and is not to be in the log. */
const start = ({ serverArgs }: Place) => ServerProcess.start([...serverArgs, '--slow-request-ms', '0'])

const connect = ({ port }: ServerProcess, { email, api_key }: Credentials, encoding?: string): Promise<Connection> =>
  Connection.open(port, 'localhost', email, api_key, encoding)

const makeCrowd = ({ runtime }: Seeded): Promise<(Credentials & { id: number })[]> =>
  runtime.db.transaction((tx: Tx) =>
    raw(
      tx,
      `insert into account (org_id, email, full_name, role, api_key, created_at)
       select 1, 'crowd-' || n || '@bench.example', 'Crowd ' || n, 400, md5('crowd' || n), now()
       from generate_series(1, $1::int) n returning id, email, api_key`,
      [crowd],
    ),
  )
