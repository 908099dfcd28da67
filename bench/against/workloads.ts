import { setTimeout as pause } from 'node:timers/promises'
import { success } from '../http.ts'
import { listen } from '../live.ts'
import type { ServerProcess } from '../server.ts'
import { texts } from '../texts.ts'
import { cpu, type Measure, memory, rate, times } from './measure.ts'
import { connect, type Side } from './side.ts'

export interface Session {
  readonly side: Side
  readonly server: ServerProcess
}

const marks = /mark\d+!/g
const bodies = texts().map(({ content }) => content)
/** Texts are as long in every round and for both builds. */
const contentAt = (number: number, key: string) => `${bodies[number % bodies.length]?.slice(0, 9_000)}\n\n${key}`

interface Load {
  clients: number
  senders: number
  warmUp: number
  messages: number
  /** Messages each second; as many as possible by default. */
  perSecond?: number
}

/** Sends a fixed number of messages, so that both builds have the same data afterwards; waits for their delivery. */
async function send({ side, server }: Session, { clients, senders, warmUp, messages, perSecond }: Load) {
  const live = await Promise.all(side.members.slice(0, clients).map((member) => listen(server.port, member)))
  const sentAt = new Map<string, number>()
  const delays: number[] = []
  const polls = live.map((client) =>
    client.poll((body) => {
      const now = performance.now()
      for (const [key] of body.matchAll(marks)) {
        const at = sentAt.get(key)
        if (at !== undefined) delays.push(now - at)
      }
    }),
  )
  const connections = await Promise.all(side.members.slice(0, senders).map((member) => connect(server.port, member)))
  let number = 0
  const upTo = async (end: number) => {
    const [begun, first] = [performance.now(), number]
    await Promise.all(
      connections.map(async (connection) => {
        while (number < end) {
          const mine = number++
          if (perSecond) await pause(Math.max(0, begun + ((mine - first) * 1000) / perSecond - performance.now()))
          const key = `mark${mine}!`
          if (mine >= warmUp) sentAt.set(key, performance.now())
          const to = { type: 'channel', to: 'channel 0', topic: `topic ${mine % 40}` }
          success(await connection.post('/messages', { ...to, content: contentAt(mine, key) }))
        }
      }),
    )
  }
  await upTo(warmUp)
  const [begun, cpuBefore] = [performance.now(), server.cpuMs()]
  await upTo(warmUp + messages)
  const seconds = (performance.now() - begun) / 1000
  const deadline = performance.now() + 10_000
  while (delays.length < messages * clients && performance.now() < deadline) await pause(20)
  const cpuMs = server.cpuMs() - cpuBefore
  if (delays.length < messages * clients)
    throw new Error(`${side.build.name} delivered ${delays.length} of ${messages * clients} messages`)
  const pss = server.proportionalMemory()
  for (const client of live) client.stop()
  for (const connection of connections) connection.close()
  await Promise.all(polls)
  return { seconds, cpuMs, delays, pss }
}

/** 16 members who send as fast as they get responses, to 20 live clients. */
export async function sending(session: Session): Promise<Measure[]> {
  const messages = 3_000
  const { seconds, cpuMs, delays, pss } = await send(session, { clients: 20, senders: 16, warmUp: 600, messages })
  return [
    rate('sending: messages', messages / seconds),
    cpu('sending: CPU time of 1,000 messages', 's', cpuMs / messages),
    ...times('sending: delay until delivery', delays),
    memory('sending: memory', pss),
  ]
}

/** 20 messages a second to 100 live clients. */
export async function delivery(session: Session): Promise<Measure[]> {
  const messages = 200
  const load = { clients: 100, senders: 10, warmUp: 20, messages, perSecond: 20 }
  const { cpuMs, delays } = await send(session, load)
  return [cpu('delivery: CPU time of a message', 'ms', cpuMs / messages), ...times('delivery: delay', delays)]
}

/** Repeats requests on several connections at once, after a warm-up of a quarter of them. */
async function repeat(
  { side, server }: Session,
  what: string,
  { atOnce, count }: { atOnce: number; count: number },
  request: (connection: Awaited<ReturnType<typeof connect>>) => Promise<string>,
): Promise<Measure[]> {
  const connections = await Promise.all(side.members.slice(0, atOnce).map((member) => connect(server.port, member)))
  const many = async (total: number) => {
    const durations: number[] = []
    let left = total
    await Promise.all(
      connections.map(async (connection) => {
        while (left-- > 0) {
          const begun = performance.now()
          const body = await request(connection)
          durations.push(performance.now() - begun)
          if (!body.includes('"result":"success"')) throw new Error(`${side.build.name}: ${body.slice(0, 300)}`)
        }
      }),
    )
    return durations
  }
  await many(Math.ceil(count / 4))
  const [begun, cpuBefore] = [performance.now(), server.cpuMs()]
  const durations = await many(count)
  const [seconds, cpuMs] = [(performance.now() - begun) / 1000, server.cpuMs() - cpuBefore]
  for (const connection of connections) connection.close()
  return [
    rate(`${what}: requests`, count / seconds),
    cpu(`${what}: CPU time of a request`, 'ms', cpuMs / count),
    ...times(what, durations),
  ]
}

const newest = (narrow: unknown[]) =>
  `/messages?anchor=newest&num_before=100&num_after=0&narrow=${encodeURIComponent(JSON.stringify(narrow))}`

export const fetching = (session: Session): Promise<Measure[]> =>
  repeat(session, 'fetching the newest 100', { atOnce: 16, count: 600 }, (connection) => connection.get(newest([])))

export const register = (session: Session): Promise<Measure[]> =>
  repeat(session, 'register', { atOnce: 1, count: 60 }, (connection) =>
    connection.post('/register', {
      apply_markdown: true,
      slim_presence: true,
      client_capabilities: '{"empty_topic_name":true}',
    }),
  )

export const search = (session: Session): Promise<Measure[]> =>
  repeat(session, 'search for a rare word', { atOnce: 1, count: 100 }, (connection) =>
    connection.get(newest([{ operator: 'search', operand: 'quince' }])),
  )
