import { setTimeout as pause } from 'node:timers/promises'
import { Connection, success } from './http.ts'
import type { Place } from './main.ts'
import { type Row, spread } from './row.ts'
import { people, seed } from './seed.ts'
import { ServerProcess } from './server.ts'
import { texts } from './texts.ts'

const clients = 20
const senders = 16
const seconds = 6

/** Sustained sending to a channel of 20 live clients, compared with the database's bare rate. */
export async function benchSending(place: Place): Promise<Row[]> {
  const seeded = await seed(place)
  const members = await people(seeded, clients, 'Client')
  await seeded.close()
  // the baseline: the database's rate with nothing else to do
  const bare = () =>
    place.databaseUrl
      ? { one: place.bareRate(3), best: place.bareRate(3, senders) }
      : { one: place.bareRate(3, 1, true), best: place.bareRate(3) }
  const best = place.databaseUrl ? `on ${senders} connections at once` : 'with statements kept ready'
  const before = bare()
  const { server } = await ServerProcess.start(place.serverArgs)
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
        const body = await connection.get(`/events?queue_id=${registered.queue_id}&last_event_id=${last}`)
        // perf: parsing the whole response as JSON would make the driver the bottleneck
        const newest = /"id":(-?\d+)\}\],"queue_id"/.exec(body.slice(-200))
        if (!newest) throw new Error(body.slice(0, 300))
        last = Number(newest[1])
        const now = performance.now()
        for (const [key] of body.matchAll(/mark\d+!/g)) {
          delivered++
          const at = sentAt.get(key)
          if (at) delays.push(now - at)
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
  const cpuBefore = server.cpuMs()
  const begun = performance.now()
  const end = begun + seconds * 1000
  await Promise.all(
    Array.from({ length: senders }, async (_, sender) => {
      const connection = await open(sender)
      while (performance.now() < end) {
        const number = sent++
        const key = `mark${number}!`
        if (number % 20 === 0) sentAt.set(key, performance.now())
        success(
          await connection.post('/messages', {
            type: 'channel',
            to: 'general',
            topic: `topic ${number % 40}`,
            content: `${bodies[number % bodies.length]}\n\n${key}`.slice(0, 9_000),
          }),
        )
      }
      connection.close()
    }),
  )
  const rate = sent / ((performance.now() - begun) / 1000)
  await pause(500)
  running = false
  const cpuEach = (server.cpuMs() - cpuBefore) / sent
  const memory = server.memory()
  const after = bare()
  await server.stop()
  await Promise.all(polls)
  const mean = (way: 'one' | 'best', of: 'rate' | 'cpuMs') => (before[way][of] + after[way][of]) / 2
  return [
    { what: 'bare transactions of two rows', value: mean('one', 'rate'), unit: '/s' },
    { what: 'messages sent and committed', value: rate, unit: '/s' },
    { what: 'ratio', value: rate / mean('one', 'rate'), unit: '', atLeast: 0.4 },
    { what: `bare transactions ${best}`, value: mean('best', 'rate'), unit: '/s' },
    { what: 'ratio to those', value: rate / mean('best', 'rate'), unit: '' },
    {
      what: "processor time of a bare transaction (without the server's own, where there is one)",
      value: mean('one', 'cpuMs'),
      unit: 'ms',
    },
    { what: 'processor time of a message', value: cpuEach, unit: 'ms' },
    { what: 'deliveries', value: delivered / seconds, unit: '/s' },
    { what: 'server memory while sending', value: memory, unit: 'MB' },
    ...spread('send to delivery under full load', delays),
  ]
}
