import { setTimeout as pause } from 'node:timers/promises'
import { cpu, type Measure, rate, times } from './against/measure.ts'
import type { PollingClient } from './live.ts'
import { texts } from './texts.ts'

export interface Sender {
  /** Resolves when the server has acknowledged the message; the number spreads messages over topics where there are any. */
  send(content: string, number: number): Promise<void>
  close(): void
}

/** A running server that gets a load, whatever its protocol; people are counted from 0. */
export interface Target {
  readonly name: string
  listen(person: number): Promise<PollingClient>
  sender(person: number): Promise<Sender>
  /** CPU time of all its processes so far. */
  cpuMs(): number
  /** Memory of all its processes, in MB (PSS). */
  memory(): number
}

export interface Load {
  clients: number
  senders: number
  warmUp: number
  messages: number
  /** Messages each second; as many as possible by default. */
  perSecond?: number
  /** How long the last deliveries may take. */
  deliverySecs?: number
}

const marks = /mark\d+!/g
const bodies = texts().map(({ content }) => content)
/** Texts are as long in every round and for every server. */
export const contentAt = (number: number, key: string): string =>
  `${bodies[number % bodies.length]?.slice(0, 9_000)}\n\n${key}`

async function inTurn<Made>(count: number, make: (person: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  for (let person = 0; person < count; person++) made.push(await make(person))
  return made
}

/** Sends a fixed number of messages, so that all servers have the same data afterwards; waits for their delivery. */
export async function send(
  target: Target,
  { clients, senders, warmUp, messages, perSecond, deliverySecs = 10 }: Load,
): Promise<{ seconds: number; cpuMs: number; delays: number[]; pss: number }> {
  // one at a time: some servers drop connections when a hundred are opened at once
  const live = await inTurn(clients, (person) => target.listen(person))
  const sentAt = new Map<string, number>()
  const delays: number[] = []
  const heard = (body: string) => {
    const now = performance.now()
    for (const [key] of body.matchAll(marks)) {
      const at = sentAt.get(key)
      if (at !== undefined) delays.push(now - at)
    }
  }
  const polls = Promise.all(live.map((client) => client.poll(heard)))
  // reported below
  polls.catch(() => {})
  const connections: Sender[] = []
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
          await connection.send(contentAt(mine, key), mine)
        }
      }),
    )
  }
  try {
    connections.push(...(await inTurn(senders, (person) => target.sender(person))))
    await upTo(warmUp)
    const [begun, cpuBefore] = [performance.now(), target.cpuMs()]
    await upTo(warmUp + messages)
    const seconds = (performance.now() - begun) / 1000
    const deadline = performance.now() + deliverySecs * 1000
    while (delays.length < messages * clients && performance.now() < deadline) await pause(20)
    const cpuMs = target.cpuMs() - cpuBefore
    if (delays.length < messages * clients)
      throw new Error(`${target.name} delivered ${delays.length} of ${messages * clients} messages`)
    return { seconds, cpuMs, delays, pss: target.memory() }
  } finally {
    for (const client of live) client.stop()
    for (const connection of connections) connection.close()
    await polls
  }
}

/** Repeats requests, at once on all connections, after a warm-up of a quarter of them. */
export async function repeat<Connection extends { close(): void }>(
  target: Pick<Target, 'cpuMs'>,
  what: string,
  { connections, count }: { connections: readonly Connection[]; count: number },
  request: (connection: Connection) => Promise<void>,
): Promise<Measure[]> {
  const many = async (total: number) => {
    const durations: number[] = []
    let left = total
    await Promise.all(
      connections.map(async (connection) => {
        while (left-- > 0) {
          const begun = performance.now()
          await request(connection)
          durations.push(performance.now() - begun)
        }
      }),
    )
    return durations
  }
  try {
    await many(Math.ceil(count / 4))
    const [begun, cpuBefore] = [performance.now(), target.cpuMs()]
    const durations = await many(count)
    const [seconds, cpuMs] = [(performance.now() - begun) / 1000, target.cpuMs() - cpuBefore]
    return [
      rate(`${what}: requests`, count / seconds),
      cpu(`${what}: CPU time of a request`, 'ms', cpuMs / count),
      ...times(what, durations),
    ]
  } finally {
    for (const connection of connections) connection.close()
  }
}
