import { setTimeout as pause } from 'node:timers/promises'
import { raw, type Tx } from '#platform/db'
import { Connection, success } from './http.ts'
import type { Place } from './main.ts'
import { type Row, spread } from './row.ts'
import { people, seed } from './seed.ts'
import { ServerProcess } from './server.ts'

const pending = 100_000
const dueTogether = 1_000
const authors = 100
const additions = 500
const idleSecs = 5

/** 100,000 scheduled messages wait: what one more costs, what waiting costs, and how late 1,000 of one second are. */
export async function benchScheduled(place: Place): Promise<Row[]> {
  const seeded = await seed(place)
  const writers = await people(seeded, authors, 'Author')
  const org = await seeded.runtime.organization(1)
  const channelId = await org.db.read(async (tx) => {
    const { id } = await tx.selectFrom('channel').select('id').where('name', '=', 'general').executeTakeFirstOrThrow()
    return id
  })
  const later = Math.floor(Date.now() / 1000) + 86_400
  const ids = writers.map(({ id }) => id)
  await org.transact(null, ({ tx }) => insertPending(tx, { ids, channelId, count: pending, from: later, step: 300 }))
  // enough time for the server to start and for everything that is measured before
  const together = Math.floor(Date.now() / 1000) + 30
  await org.transact(null, ({ tx }) =>
    insertPending(tx, { ids, channelId, count: dueTogether, from: together, step: 0 }),
  )
  await seeded.close()

  const { server, startMs } = await ServerProcess.start([
    ...['--data-dir', place.dataDir],
    ...(place.databaseUrl ? ['--database-url', place.databaseUrl] : []),
  ])
  const { deliveryEmail, apiKey } = seeded.owner
  const connection = await Connection.open(server.port, 'localhost', deliveryEmail, apiKey)
  const durations: number[] = []
  const cpuBefore = server.cpuMs()
  for (let number = 0; number < additions; number++) {
    const begun = performance.now()
    const message = { type: 'channel', to: channelId, topic: 'later', content: `One more, number ${number}` }
    success(await connection.post('/scheduled_messages', { ...message, scheduled_delivery_timestamp: later + number }))
    durations.push(performance.now() - begun)
  }
  const cpuEach = (server.cpuMs() - cpuBefore) / additions

  await pause(1_000)
  const idleBefore = server.cpuMs()
  await pause(idleSecs * 1_000)
  const idle = (server.cpuMs() - idleBefore) / idleSecs

  const lateness = await watch(connection, together)
  connection.close()
  const memory = server.memory()
  await server.stop()
  return [
    { what: 'start with 100,000 scheduled messages', value: startMs, unit: 'ms' },
    ...spread('adding one to 100,000', durations),
    { what: 'processor time of adding one', value: cpuEach, unit: 'ms' },
    { what: 'processor time of waiting', value: idle, unit: 'ms/s' },
    ...spread(`lateness of ${dueTogether} of the same second, at a client`, lateness),
    { what: 'server memory', value: memory, unit: 'MB' },
  ]
}

/** How long after its time each message has reached a subscriber, in milliseconds. */
async function watch(connection: Connection, timestamp: number): Promise<number[]> {
  const { queue_id } = success(await connection.post('/register', { event_types: ['message'] }))
  const lateness: number[] = []
  let last = -1
  while (lateness.length < dueTogether) {
    const { events } = success(await connection.get(`/events?queue_id=${queue_id}&last_event_id=${last}`))
    const late = Date.now() - timestamp * 1000
    for (const { id, type } of events as { id: number; type: string }[]) {
      last = id
      if (type === 'message') lateness.push(late)
    }
  }
  return lateness
}

interface Pending {
  ids: number[]
  channelId: number
  count: number
  /** When the first one is due, and the seconds from each one to the next. */
  from: number
  step: number
}

/** Rows as the scheduled messages' own area writes them: a hundred thousand requests would take minutes. */
const insertPending = (tx: Tx, { ids, channelId, count, from, step }: Pending) =>
  raw(
    tx,
    `insert into scheduled_message (org_id, sender_id, channel_id, topic, content, rendered_content, client,
       read_by_sender, due_at, created_at)
     select 1, ($1::bigint[])[1 + n % $2], $3, 'later', 'Message number ' || n, '<p>Message number ' || n || '</p>',
       'bench', true, to_timestamp($4::bigint + n * $5::bigint), now()
     from generate_series(0, $6::bigint - 1) n`,
    [ids, ids.length, channelId, from, step, count],
  )
