import { setTimeout as pause } from 'node:timers/promises'
import { cpu, type Measure, memory, rate, times } from '../against/measure.ts'
import { contentAt, repeat, send, type Target } from '../load.ts'
import { cpuOfTree, memoryOfTree } from '../processes.ts'
import type { Service } from '../services.ts'
import type { Installation, Reader, Running } from './peer.ts'

/** Few messages of the history have it. */
const rareWord = 'quince'
const historyCount = 1_000
const rareEvery = 500

/** How many messages the chosen workloads need in the room. */
export const historyFor = (chosen: readonly string[]): number =>
  chosen.includes('fetching') || chosen.includes('search') ? historyCount : 100

export interface Session extends Target {
  readonly running: Running
  /** Of the sending workload. */
  readonly messages: number
}

/** A server in its environment: the meters include its database server. */
export const sessionOf = (
  name: string,
  running: Running,
  database: Service | undefined,
  messages: number,
): Session => ({
  name,
  running,
  messages,
  listen: (person) => running.listen(person),
  sender: (person) => running.sender(person),
  cpuMs: () => cpuOfTree(running.pid) + (database?.cpuMs() ?? 0),
  memory: () => memoryOfTree(running.pid) + (database?.memory() ?? 0),
})

/** Starts a server and measures that; an existing database server is running already. */
export async function start(
  installation: Installation,
  database: Service | undefined,
): Promise<{ running: Running; measures: Measure[] }> {
  const [begun, cpuBefore] = [performance.now(), database?.cpuMs() ?? 0]
  const running = await installation.start()
  const seconds = (performance.now() - begun) / 1000
  const cpuMs = cpuOfTree(running.pid) + (database?.cpuMs() ?? 0) - cpuBefore
  return {
    running,
    measures: [
      { what: 'start: time until the first response', kind: 'time', unit: 's', value: seconds },
      cpu('start: CPU time until then', 's', cpuMs / 1000),
    ],
  }
}

/** Fills the room with messages from eight people. */
export async function sendHistory(running: Running, count: number): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: 8 }, async (_, person) => {
      const sender = await running.sender(person)
      for (let number = next++; number < count; number = next++)
        await sender.send(contentAt(number, number % rareEvery === 0 ? rareWord : ''), number)
      sender.close()
    }),
  )
}

async function memoryAfterStart(session: Session): Promise<Measure[]> {
  await pause(3_000)
  return [memory('memory after the start', session.memory())]
}

/** 16 people who send as fast as their messages are acknowledged, to 20 live clients. */
async function sending(session: Session): Promise<Measure[]> {
  const { messages } = session
  const load = { clients: 20, senders: 16, warmUp: Math.ceil(messages / 5), messages, deliverySecs: 120 }
  const { seconds, cpuMs, delays, pss } = await send(session, load)
  return [
    rate('sending: messages', messages / seconds),
    ...times('sending: delay until delivery', delays),
    cpu('sending: CPU time of 1,000 messages', 's', cpuMs / messages),
    memory('sending: memory', pss),
  ]
}

/** 20 messages a second to 100 live clients. */
async function delivery(session: Session): Promise<Measure[]> {
  const messages = 200
  const load = { clients: 100, senders: 10, warmUp: 20, messages, perSecond: 20, deliverySecs: 120 }
  const { seconds, cpuMs, delays, pss } = await send(session, load)
  return [
    rate('delivery: messages', messages / seconds),
    ...times('delivery: delay', delays),
    cpu('delivery: CPU time of a message', 'ms', cpuMs / messages),
    memory('delivery: memory', pss),
  ]
}

const readers = ({ running }: Session, count: number): Promise<Reader[]> =>
  Promise.all(Array.from({ length: count }, (_, person) => running.reader(person)))

async function fetching(session: Session): Promise<Measure[]> {
  const fetch = async (reader: Reader) => {
    const found = await reader.newest()
    if (found !== 100) throw new Error(`${session.name} returned ${found} messages instead of 100`)
  }
  const alone = { connections: await readers(session, 1), count: 40 }
  const oneByOne = await repeat(session, 'newest 100 messages, one request at a time', alone, fetch)
  const crowd = { connections: await readers(session, 16), count: 320 }
  return [
    ...oneByOne.filter(({ kind }) => kind === 'time'),
    ...(await repeat(session, 'newest 100 messages, 16 at once', crowd, fetch)),
  ]
}

async function search(session: Session): Promise<Measure[]> {
  const [reader] = await readers(session, 1)
  if (!reader?.search) {
    reader?.close()
    return []
  }
  return repeat(session, 'search for a rare word', { connections: [reader], count: 40 }, async ({ search }) => {
    const found = await search?.(rareWord)
    if (found !== historyCount / rareEvery) throw new Error(`${session.name} found ${found} messages with ${rareWord}`)
  })
}

/** In the order they're run in. */
export const workloads: Record<string, (session: Session) => Promise<Measure[]>> = {
  memory: memoryAfterStart,
  fetching,
  search,
  delivery,
  sending,
}
