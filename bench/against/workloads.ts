import { type Connection, success } from '../http.ts'
import { listen } from '../live.ts'
import { repeat, send, type Target } from '../load.ts'
import type { ServerProcess } from '../server.ts'
import { cpu, type Measure, memory, rate, times } from './measure.ts'
import { connect, type Member, type Side } from './side.ts'

export interface Session {
  readonly side: Side
  readonly server: ServerProcess
}

/** A build's server as the target of a load; topics of channel 0 get the messages. */
export function targetOf({ side, server }: Session): Target {
  const member = (person: number) => side.members[person] as Member
  return {
    name: side.build.name,
    listen: (person) => listen(server.port, member(person)),
    async sender(person) {
      const connection = await connect(server.port, member(person))
      return {
        async send(content, number) {
          const to = { type: 'channel', to: 'channel 0', topic: `topic ${number % 40}` }
          success(await connection.post('/messages', { ...to, content }))
        },
        close: () => connection.close(),
      }
    },
    cpuMs: () => server.cpuMs(),
    memory: () => server.proportionalMemory(),
  }
}

/** 16 members who send as fast as they get responses, to 20 live clients. */
export async function sending(session: Session): Promise<Measure[]> {
  const messages = 3_000
  const load = { clients: 20, senders: 16, warmUp: 600, messages }
  const { seconds, cpuMs, delays, pss } = await send(targetOf(session), load)
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
  const { cpuMs, delays } = await send(targetOf(session), load)
  return [cpu('delivery: CPU time of a message', 'ms', cpuMs / messages), ...times('delivery: delay', delays)]
}

async function requests(
  { side, server }: Session,
  what: string,
  { atOnce, count }: { atOnce: number; count: number },
  request: (connection: Connection) => Promise<string>,
): Promise<Measure[]> {
  const members = side.members.slice(0, atOnce)
  const connections = await Promise.all(members.map((member) => connect(server.port, member)))
  return repeat(server, what, { connections, count }, async (connection) => {
    const body = await request(connection)
    if (!body.includes('"result":"success"')) throw new Error(`${side.build.name}: ${body.slice(0, 300)}`)
  })
}

export const newest = (narrow: unknown[]): string =>
  `/messages?anchor=newest&num_before=100&num_after=0&narrow=${encodeURIComponent(JSON.stringify(narrow))}`

export const fetching = (session: Session): Promise<Measure[]> =>
  requests(session, 'fetching the newest 100', { atOnce: 16, count: 600 }, (connection) => connection.get(newest([])))

export const register = (session: Session): Promise<Measure[]> =>
  requests(session, 'register', { atOnce: 1, count: 60 }, (connection) =>
    connection.post('/register', {
      apply_markdown: true,
      slim_presence: true,
      client_capabilities: '{"empty_topic_name":true}',
    }),
  )

export const search = (session: Session): Promise<Measure[]> =>
  requests(session, 'search for a rare word', { atOnce: 1, count: 100 }, (connection) =>
    connection.get(newest([{ operator: 'search', operand: 'quince' }])),
  )
