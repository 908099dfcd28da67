import { setTimeout as pause } from 'node:timers/promises'
import { Database, openServer, raw } from '#platform/db'
import type { Account } from '../src/features/people/users/account.ts'
import { type Connection, success } from './http.ts'
import { clientsOf, listen } from './live.ts'
import type { Place } from './main.ts'
import { percentile, type Row } from './row.ts'
import { people, seed } from './seed.ts'
import { ServerProcess } from './server.ts'
import { type Service, startNats, startPostgres, startReplica } from './services.ts'
import { texts } from './texts.ts'

const listeners = 20
const senders = 16
/** Per process, because V8 compiles in each separately. */
const warmSeconds = Number(process.env.LOQUAT_BENCH_WARM_SECONDS ?? 5)
const seconds = 8
const fetchSeconds = 3
/** One in this many messages is timed. */
const timedEach = 10

const counts = (process.env.LOQUAT_BENCH_PROCESSES ?? '1,2,4,8').split(',').map(Number)
/** Limits for several processes, relative to one on the same processors. */
const limits = { maxCost: 1.5, rateLeast: 0.9 }

interface Figures {
  rate: number
  delivered: number
  /** CPU time per message, in milliseconds; `others`: of each process except the writer. */
  cpu: { loquat: number; others: number; postgres: number; replica: number; nats: number }
  /** Per message: poll responses, PostgreSQL transactions, and reads or writes of Loquat's processes. */
  counts: { answers: number; transactions: number; readsAndWrites: number }
  delays: number[]
  /** Fetches of the newest hundred messages; `elsewhere`: the fraction that the replica answered. */
  fetches: { rate: number; elsewhere: number }
}

interface Services {
  readonly postgres: Service
  readonly replica: Service
  readonly nats: Service
}

/** One process compared with several on one PostgreSQL server with a replica and NATS, all started on this machine. */
export async function benchGrowth({ dataDir }: Place): Promise<Row[]> {
  const postgres = await startPostgres()
  const nats = await startNats()
  const stopping = [nats, postgres]
  try {
    const seeded = await seed({ databaseUrl: postgres.url })
    const members = await people(seeded, listeners, 'Client')
    await seeded.close()
    const replica = await startReplica(postgres)
    stopping.unshift(replica)
    const measured = new Map<number, Figures>()
    for (const count of counts) {
      const args = ['--data-dir', dataDir, '--database-url', postgres.url, '--nats-url', nats.url]
      args.push('--database-read-url', replica.url)
      measured.set(count, await measure(count, args, members, { postgres, replica, nats }))
    }
    return rowsOf(measured)
  } finally {
    for (const service of stopping) await service.stop()
  }
}

async function measure(
  count: number,
  args: string[],
  members: readonly Account[],
  { postgres, replica, nats }: Services,
): Promise<Figures> {
  const servers: ServerProcess[] = []
  for (let number = 0; number < count; number++) servers.push((await ServerProcess.start(args)).server)
  const at = (index: number) => (servers[index % count] as ServerProcess).port
  const sentAt = new Map<string, number>()
  const delays: number[] = []
  let delivered = 0
  let answers = 0
  process.setMaxListeners(100)
  const clients = await Promise.all(members.map((member, index) => listen(at(index), member)))
  const polls = clients.map((client) =>
    client
      .poll((body) => {
        const now = performance.now()
        answers++
        for (const [key] of body.matchAll(/mark\d+!/g)) {
          delivered++
          const sent = sentAt.get(key)
          if (sent !== undefined) delays.push(now - sent)
        }
      })
      .catch(() => {}),
  )
  const bodies = texts().slice(0, 5_000)
  const connections = (
    await Promise.all(
      Array.from({ length: senders }, (_, sender) =>
        clientsOf(at(sender), [members[sender % members.length] as Account]),
      ),
    )
  ).flat()
  let sent = 0
  const sendFor = async (duration: number): Promise<number> => {
    const before = sent
    const begun = performance.now()
    const end = begun + duration * 1000
    await Promise.all(
      connections.map(async (connection) => {
        while (performance.now() < end) {
          const number = sent++
          const key = `mark${number}!`
          if (number % timedEach === 0) sentAt.set(key, performance.now())
          const content = `${bodies[number % bodies.length]?.content}\n\n${key}`.slice(-9_000)
          success(
            await connection.post('/messages', {
              ...{ type: 'channel', to: 'general', topic: `topic ${number % 40}` },
              content,
            }),
          )
        }
      }),
    )
    return (sent - before) / ((performance.now() - begun) / 1000)
  }
  await sendFor(warmSeconds * count)
  const used = () => ({
    servers: servers.map((server) => server.cpuMs()),
    postgres: postgres.cpuMs(),
    replica: replica.cpuMs(),
    nats: nats.cpuMs(),
    readsAndWrites: servers.reduce((sum, server) => sum + server.readsAndWrites(), 0),
  })
  await pause(500)
  delays.length = 0
  delivered = 0
  answers = 0
  const transactionsBefore = await transactions(postgres.url)
  const before = used()
  const first = sent
  const rate = await sendFor(seconds)
  await pause(500)
  const after = used()
  const messages = sent - first
  const counts = {
    answers: answers / messages,
    transactions: ((await transactions(postgres.url)) - transactionsBefore) / messages,
    readsAndWrites: (after.readsAndWrites - before.readsAndWrites) / messages,
  }
  const each = (of: 'postgres' | 'replica' | 'nats') => (after[of] - before[of]) / messages
  const ofServers = after.servers.map((ms, index) => (ms - (before.servers[index] as number)) / messages)
  const loquat = ofServers.reduce((sum, one) => sum + one, 0)
  // the writer does most of the work
  const others = count > 1 ? (loquat - Math.max(...ofServers)) / (count - 1) : 0
  const fetches = await fetchNewest(
    connections,
    servers.map(({ port }) => port),
  )
  for (const client of clients) client.stop()
  for (const connection of connections) connection.close()
  await Promise.all(polls)
  const share = delivered / messages / listeners
  for (const server of servers) await server.stop()
  return {
    rate,
    delivered: share,
    cpu: { loquat, others, postgres: each('postgres'), replica: each('replica'), nats: each('nats') },
    counts,
    delays,
    fetches,
  }
}

/** How many transactions PostgreSQL has finished; the last second's may be missing. */
async function transactions(url: string): Promise<number> {
  const database = new Database(await openServer(url, { connections: 1 }))
  const rows = await database.read((tx) =>
    raw<{ count: number }>(
      tx,
      `select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()`,
      [],
    ),
  )
  await database.close()
  return rows[0]?.count ?? 0
}

/** Everyone fetches the newest hundred messages without a pause. */
async function fetchNewest(connections: readonly Connection[], ports: readonly number[]): Promise<Figures['fetches']> {
  const reads = async () => {
    const sums = { replica: 0, all: 0 }
    for (const port of ports) {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      for (const [, by, count] of text.matchAll(/^loquat_replica_reads_total\{by="(\w+)"\} (\d+)/gm)) {
        sums.all += Number(count)
        if (by === 'replica') sums.replica += Number(count)
      }
    }
    return sums
  }
  const before = await reads()
  const begun = performance.now()
  let fetched = 0
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < begun + fetchSeconds * 1000) {
        success(await connection.get('/messages?anchor=newest&num_before=100&num_after=0'))
        fetched++
      }
    }),
  )
  const rate = fetched / ((performance.now() - begun) / 1000)
  const after = await reads()
  return { rate, elsewhere: (after.replica - before.replica) / (after.all - before.all) }
}

function rowsOf(measured: ReadonlyMap<number, Figures>): Row[] {
  const one = measured.get(1)
  return [...measured].flatMap(([count, { rate, delivered, cpu, counts, delays, fetches }]): Row[] => {
    const of = count === 1 ? '1 process' : `${count} processes`
    const sorted = [...delays].sort((a, b) => a - b)
    const against = (what: string, value: number, goal: Partial<Row>): Row[] =>
      one && count > 1 ? [{ what: `${of}: ${what}, against one`, value, unit: '', ...goal }] : []
    return [
      { what: `${of}: messages sent and committed`, value: rate, unit: '/s' },
      ...against('messages', rate / (one?.rate ?? 1), count <= 4 ? { atLeast: limits.rateLeast } : {}),
      { what: `${of}: processor time of a message`, value: cpu.loquat, unit: 'ms' },
      ...against('processor time', cpu.loquat / (one?.cpu.loquat ?? 1), { atMost: limits.maxCost }),
      ...(count > 1 ? [{ what: `${of}: the same of each that does not write`, value: cpu.others, unit: 'ms' }] : []),
      { what: `${of}: the same of PostgreSQL`, value: cpu.postgres, unit: 'ms' },
      { what: `${of}: the same of the replica`, value: cpu.replica, unit: 'ms' },
      { what: `${of}: the same of NATS`, value: cpu.nats, unit: 'ms' },
      { what: `${of}: answers to polls for a message`, value: counts.answers, unit: '' },
      { what: `${of}: transactions for a message`, value: counts.transactions, unit: '' },
      { what: `${of}: reads and writes for a message`, value: counts.readsAndWrites, unit: '' },
      { what: `${of}: delivered, of what was to be`, value: delivered, unit: '' },
      { what: `${of}: send to delivery, p50`, value: percentile(sorted, 0.5), unit: 'ms' },
      { what: `${of}: send to delivery, p99`, value: percentile(sorted, 0.99), unit: 'ms' },
      { what: `${of}: fetches of the newest hundred`, value: fetches.rate, unit: '/s' },
      { what: `${of}: part of them that the replica answered`, value: fetches.elsewhere, unit: '' },
    ]
  })
}
