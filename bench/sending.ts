import { Connection, success } from './http.ts'
import type { Place } from './main.ts'
import { type Row, spread } from './row.ts'
import { people, seed, texts } from './seed.ts'
import { ServerProcess } from './server.ts'

const clients = 20
const senders = 16
const seconds = 6

/** Sustained sending to a conversation of 20 live clients, against the bare rate of the database. */
export async function benchSending(place: Place): Promise<Row[]> {
  const seeded = await seed(place)
  const members = await people(seeded, clients, 'Client')
  await seeded.close()
  const bareBefore = place.bareRate(3, place.databaseUrl ? senders : 1)
  const { server } = await ServerProcess.start([
    '--data-dir',
    place.dataDir,
    ...(place.databaseUrl ? ['--database-url', place.databaseUrl] : []),
  ])
  const to = members.map(({ id }) => id)
  const open = (index: number) => {
    const { deliveryEmail, apiKey } = members[index % members.length]!
    return Connection.open(server.port, 'localhost', deliveryEmail, apiKey)
  }
  let delivered = 0
  let running = true
  const delays: number[] = []
  const sentAt = new Map<string, number>()
  const polling = Array.from({ length: clients }, async (_, index) => {
    const connection = await open(index)
    const registered = success(await connection.post('/register', { event_types: ['message'], apply_markdown: true }))
    let last = -1
    return async () => {
      while (running) {
        const { events } = success(
          await connection.get(`/events?queue_id=${registered.queue_id}&last_event_id=${last}`),
        ) as unknown as { events: { id: number; type: string; message?: { subject: string; content: string } }[] }
        for (const event of events) {
          last = Math.max(last, event.id)
          if (event.type !== 'message') continue
          delivered++
          const key = /mark(\d+)/.exec(event.message?.content ?? '')?.[0]
          const at = key && sentAt.get(key)
          if (at) delays.push(performance.now() - at)
        }
      }
      connection.close()
    }
  })
  const pollers = await Promise.all(polling)
  const polls = pollers.map((poll) => poll().catch(() => {}))
  const bodies = texts()
    .slice(0, 5000)
    .map(({ content }) => content)
  let sent = 0
  const begun = performance.now()
  const end = begun + seconds * 1000
  await Promise.all(
    Array.from({ length: senders }, async (_, sender) => {
      const connection = await open(sender)
      while (performance.now() < end) {
        const number = sent++
        const key = `mark${number}`
        if (number % 20 === 0) sentAt.set(key, performance.now())
        success(
          await connection.post('/messages', {
            type: 'direct',
            to,
            content: `${bodies[number % bodies.length]}\n\n${key}`.slice(0, 9_000),
          }),
        )
      }
      connection.close()
    }),
  )
  const rate = sent / ((performance.now() - begun) / 1000)
  const memory = server.memory()
  running = false
  const bareAfter = place.bareRate(3, place.databaseUrl ? senders : 1)
  await server.stop()
  await Promise.all(polls)
  const bare = (bareBefore + bareAfter) / 2
  return [
    { what: 'bare transactions of two rows', value: bare, unit: '/s' },
    { what: 'messages sent and committed', value: rate, unit: '/s' },
    { what: 'ratio', value: rate / bare, unit: '', atLeast: 0.4 },
    { what: 'deliveries', value: delivered / seconds, unit: '/s' },
    { what: 'server memory while sending', value: memory, unit: 'MB' },
    ...spread('send to delivery under full load', delays),
  ]
}
