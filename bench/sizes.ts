import { setTimeout as pause } from 'node:timers/promises'
import { raw } from '#platform/db'
import type { Account } from '../src/features/people/users/account.ts'
import { fillHistory } from './history.ts'
import { type Connection, success } from './http.ts'
import { clientsOf, type LiveClient, listen } from './live.ts'
import type { Place } from './main.ts'
import type { Row } from './row.ts'
import { people, seed } from './seed.ts'
import { ServerProcess } from './server.ts'
import { texts } from './texts.ts'

const users = Number(process.env.LOQUAT_BENCH_USERS ?? 200)
const seconds = Number(process.env.LOQUAT_BENCH_SECONDS ?? 60)
/** Copies of the texts: about 33,000 messages each. */
const copies = 2
/** What a user does in an hour of work, besides staying connected. */
const hourly = { message: 10, view: 60, presence: 60, start: 2 }
type Act = keyof typeof hourly
const bodies = texts()

/** What to provide for a server: memory, disk for messages, and CPU time for people at work. */
export async function benchSizes(place: Place): Promise<Row[]> {
  const seeded = await seed(place)
  const members = await people(seeded, users, 'Member')
  const bytes = async () => {
    const [row] = await seeded.runtime.db.read((tx) =>
      raw<{ bytes: string }>(tx, 'select pg_database_size(current_database()) as bytes', []),
    )
    return Number(row?.bytes)
  }
  const empty = await bytes()
  const { messages } = await fillHistory(seeded, copies)
  const each = ((await bytes()) - empty) / messages
  await seeded.close()
  const { server } = await ServerProcess.start(place.serverArgs)
  try {
    await fetch(`http://127.0.0.1:${server.port}/api/v1/server_settings`).then((response) => response.json())
    await pause(3_000)
    const atStart = server.proportionalMemory()
    const alone = await cpuOver(server, seconds)
    const { idle, working, memory, done } = await work(server, members)
    const hour = (cpuMs: number) => ((cpuMs / 1_000) * 3_600) / seconds
    const perThousand = (cpuMs: number) => (hour(cpuMs - alone) * 1_000) / users
    return [
      { what: 'memory after the start (PSS)', value: atStart, unit: 'MB' },
      { what: `memory with ${users} people at work (PSS)`, value: memory, unit: 'MB' },
      { what: `disk for a million messages, from ${messages}`, value: each / 1_000, unit: 'GB' },
      { what: 'requests while they work', value: done, unit: '' },
      { what: 'CPU time of a server without clients, in an hour', value: hour(alone), unit: 's' },
      { what: 'CPU time of 1,000 connected people who do nothing, in an hour', value: perThousand(idle), unit: 's' },
      { what: 'CPU time of 1,000 people at work, in an hour', value: perThousand(working), unit: 's' },
    ]
  } finally {
    await server.stop()
  }
}

interface Worked {
  /** CPU time in milliseconds, during `seconds` each. */
  readonly idle: number
  readonly working: number
  readonly memory: number
  readonly done: number
}

async function work(server: ServerProcess, members: readonly Account[]): Promise<Worked> {
  process.setMaxListeners(members.length + 20)
  const live: LiveClient[] = []
  for (const member of members) live.push(await listen(server.port, member))
  const polls = live.map((client) => client.poll(() => {}))
  const desks = members.map((member) => new Desk(server.port, member))
  // V8 compiles what is used
  await runDay(desks, 10)
  await pause(2_000)
  const idle = await cpuOver(server, seconds)
  const before = server.cpuMs()
  const done = await runDay(desks, seconds)
  const working = server.cpuMs() - before
  const memory = server.proportionalMemory()
  for (const client of live) client.stop()
  for (const desk of desks) desk.close()
  await Promise.all(polls)
  return { idle, working, memory, done }
}

/** CPU time in milliseconds that the server takes over some seconds. */
async function cpuOver(server: ServerProcess, duration: number): Promise<number> {
  const before = server.cpuMs()
  await pause(duration * 1_000)
  return server.cpuMs() - before
}

/** A user's connection for requests, one after the other. The server closes it after a pause, and it's opened again. */
class Desk {
  readonly #port: number
  readonly #member: Account
  #connection: Connection | undefined
  #last: Promise<unknown> = Promise.resolve()
  /** As clients do, to get only what changed since. */
  presenceId = -1

  constructor(port: number, member: Account) {
    this.#port = port
    this.#member = member
  }

  run(request: (connection: Connection) => Promise<string>): Promise<void> {
    const done = this.#last.then(async () => {
      const fields = success(await request(await this.#open()).catch(async () => request(await this.#open(true))))
      if (typeof fields.presence_last_update_id === 'number') this.presenceId = fields.presence_last_update_id
    })
    this.#last = done
    return done
  }

  close(): void {
    this.#connection?.close()
  }

  async #open(isReset = false): Promise<Connection> {
    if (isReset || !this.#connection?.isOpen) [this.#connection] = await clientsOf(this.#port, [this.#member])
    return this.#connection as Connection
  }
}

const acts: Record<Act, (connection: Connection, n: number, desk: Desk) => Promise<string>> = {
  message: (connection, n) =>
    connection.post('/messages', {
      ...{ type: 'channel', to: 'general', topic: `topic ${n % 40}` },
      content: bodies[n % bodies.length]?.content.slice(0, 9_000) || 'Hello',
    }),
  view: (connection) => connection.get('/messages?anchor=newest&num_before=50&num_after=0'),
  presence: (connection, _, desk) =>
    connection.post('/users/me/presence', { status: 'active', last_update_id: desk.presenceId }),
  start: (connection) => connection.post('/register', { event_types: ['message'], slim_presence: true }),
}

/** Spreads what all users do evenly over the time; returns how many requests that was. */
async function runDay(desks: readonly Desk[], duration: number): Promise<number> {
  const due = Object.entries(hourly)
    .flatMap(([act, times]) => {
      const count = Math.round((times * desks.length * duration) / 3_600)
      return Array.from({ length: count }, (_, n) => ({ act: act as Act, n, at: (n / count) * duration * 1_000 }))
    })
    .sort((a, b) => a.at - b.at)
  const begun = performance.now()
  const requests: Promise<void>[] = []
  for (const { act, n, at } of due) {
    const left = begun + at - performance.now()
    if (left > 0) await pause(left)
    const desk = desks[(n * 7 + act.length) % desks.length] as Desk
    requests.push(desk.run((connection) => acts[act](connection, n, desk)))
  }
  await Promise.all(requests)
  return due.length
}
