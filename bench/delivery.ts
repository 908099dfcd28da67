import { setTimeout as pause } from 'node:timers/promises'
import { clientsOf, type LiveClient, listen } from './live.ts'
import type { Place } from './main.ts'
import { type Row, spread } from './row.ts'
import { people, seed } from './seed.ts'
import { ServerProcess } from './server.ts'
import { texts } from './texts.ts'

const clients = 100
const perSecond = 100
const seconds = 15

/** Latency from sending a message to its arrival, with 100 clients connected and 100 messages a second. */
export async function benchDelivery(place: Place): Promise<Row[]> {
  const seeded = await seed(place)
  const members = await people(seeded, clients, 'Client')
  await seeded.close()
  const { server } = await ServerProcess.start(place.serverArgs)
  const sentAt = new Map<string, number>()
  const delays: number[] = []
  const live = await Promise.all(members.map((account) => listen(server.port, account)))
  const heard = (body: string) => {
    const now = performance.now()
    for (const [key] of body.matchAll(/mark\d+!/g)) {
      const at = sentAt.get(key)
      if (at !== undefined) delays.push(now - at)
    }
  }
  const polls = live.map((client: LiveClient) => client.poll(heard))
  const senders = await clientsOf(server.port, members.slice(0, 10))
  const bodies = texts().slice(0, 3000)
  const total = perSecond * seconds
  const begun = performance.now()
  const cpuBefore = server.cpuMs()
  let number = 0
  // the first second is warm-up
  const warm = perSecond
  await Promise.all(
    senders.map(async (connection) => {
      for (let mine = number++; mine < total + warm; mine = number++) {
        const due = begun + (mine * 1000) / perSecond
        await pause(Math.max(0, due - performance.now()))
        const key = `mark${mine}!`
        if (mine >= warm) sentAt.set(key, performance.now())
        const content = `${bodies[mine % bodies.length]?.content}\n\n${key}`
        await connection.post('/messages', { type: 'channel', to: 'general', topic: 'delivery', content })
      }
    }),
  )
  await pause(500)
  const cpu = (server.cpuMs() - cpuBefore) / (performance.now() - begun)
  for (const client of live) client.stop()
  for (const connection of senders) connection.close()
  await server.stop()
  await Promise.all(polls)
  return [
    ...spread('send to delivery', delays, { p99: 20 }),
    { what: 'deliveries seen of those expected', value: delays.length / (total * clients), unit: '', atLeast: 1 },
    { what: 'share of one processor that the server used', value: cpu, unit: '' },
  ]
}
