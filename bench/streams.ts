import { setTimeout as pause } from 'node:timers/promises'
import { clientsOf, listen } from './live.ts'
import type { Place } from './main.ts'
import { percentile, type Row } from './row.ts'
import { people, seed } from './seed.ts'
import { ServerProcess } from './server.ts'
import { texts } from './texts.ts'

const clients = 100
const perSecond = 20
const secondsPerRound = 4
const rounds = 5

const ways = ['none', 'poll', 'stream'] as const
type Way = (typeof ways)[number]

/** CPU time per message to 100 clients that poll, and to 100 that stream, alternating on the same server. */
export async function benchStreams(place: Place): Promise<Row[]> {
  const seeded = await seed(place)
  const members = await people(seeded, clients, 'Client')
  await seeded.close()
  const { server } = await ServerProcess.start(place.serverArgs)
  const senders = await clientsOf(server.port, members.slice(0, 4))
  const bodies = texts()
  const cpu: Record<Way, number[]> = { none: [], poll: [], stream: [] }
  const delays: Record<Way, number[]> = { none: [], poll: [], stream: [] }
  const total = perSecond * secondsPerRound
  let number = 0
  let seen = 0
  /** Responses to polls, which carry several messages on a busy machine, and then cost less. */
  let polled = 0

  async function round(way: Way, isMeasured: boolean): Promise<void> {
    const sentAt = new Map<string, number>()
    const live = way === 'none' ? [] : await Promise.all(members.map((account) => listen(server.port, account)))
    const heard = (text: string) => {
      const now = performance.now()
      if (isMeasured && way === 'poll') polled++
      for (const [key] of text.matchAll(/mark\d+!/g)) {
        const at = sentAt.get(key)
        if (at === undefined) continue
        if (isMeasured) seen++
        if (isMeasured) delays[way].push(now - at)
      }
    }
    const listening = live.map((client) => (way === 'stream' ? client.stream(heard) : client.poll(heard)))
    await pause(1_000)
    const before = server.cpuMs()
    const begun = performance.now()
    await Promise.all(
      senders.map(async (sender, index) => {
        for (let mine = index; mine < total; mine += senders.length) {
          await pause(Math.max(0, begun + (mine * 1000) / perSecond - performance.now()))
          const key = `mark${number++}!`
          sentAt.set(key, performance.now())
          const content = `${bodies[number % bodies.length]?.content}\n\n${key}`
          await sender.post('/messages', { type: 'channel', to: 'general', topic: 'delivery', content })
        }
      }),
    )
    await pause(500)
    if (isMeasured) cpu[way].push((server.cpuMs() - before) / total)
    for (const client of live) client.stop()
    await Promise.all(listening)
  }

  for (const way of ways) await round(way, false)
  for (let count = 0; count < rounds; count++) for (const way of ways) await round(way, true)
  for (const sender of senders) sender.close()
  await server.stop()
  const median = (list: number[]) =>
    percentile(
      [...list].sort((a, b) => a - b),
      0.5,
    )
  const p99 = (list: number[]) =>
    percentile(
      [...list].sort((a, b) => a - b),
      0.99,
    )
  const delivered = seen / (total * rounds * clients * 2)
  const base = median(cpu.none)
  return [
    { what: `CPU time of a message to ${clients} polling clients`, value: median(cpu.poll), unit: 'ms' },
    {
      what: `CPU time of a message to ${clients} streaming clients`,
      value: median(cpu.stream),
      unit: 'ms',
      atMost: 12,
    },
    { what: 'of each, for sending it', value: base, unit: 'ms' },
    { what: 'ratio of the deliveries', value: (median(cpu.stream) - base) / (median(cpu.poll) - base), unit: '' },
    { what: 'messages in the response to a poll', value: delays.poll.length / polled, unit: '' },
    { what: 'send to delivery by polls, p99', value: p99(delays.poll), unit: 'ms' },
    { what: 'send to delivery by streams, p99', value: p99(delays.stream), unit: 'ms' },
    { what: 'deliveries seen of those expected', value: delivered, unit: '', atLeast: 1 },
  ]
}
