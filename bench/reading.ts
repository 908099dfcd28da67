import { clearDeadRows, raw } from '#platform/db'
import { fillHistory } from './history.ts'
import { Connection, success } from './http.ts'
import type { Place } from './main.ts'
import { percentile, type Row } from './row.ts'
import { people, seed } from './seed.ts'
import { ServerProcess } from './server.ts'

const copies = 2
const clients = 16
const unread = 50_000

interface Reader {
  readonly email: string
  readonly apiKey: string
}

/**
 * Fetches that many have made before: rate, latency, and registering with 50,000 unread messages; with and without
 * cached messages, alternating on the same data.
 */
export async function benchReading(place: Place): Promise<Row[]> {
  const seeded = await seed(place)
  const { readers } = await fillHistory(seeded, copies)
  const [behind] = await people(seeded, 1, 'Behind')
  const [reader] = readers
  if (!reader || !behind) throw new Error('nobody is there')
  await seeded.runtime.db.transaction(async (tx) => {
    await raw(
      tx,
      `insert into subscription (org_id, user_id, channel_id, color)
       select org_id, $2::bigint, channel_id, color from subscription where user_id = $1 on conflict do nothing`,
      [reader.id, behind.id],
    )
    await raw(tx, 'delete from read_state where user_id = $1', [behind.id])
    await raw(
      tx,
      `insert into subscription_span (org_id, user_id, channel_id, from_message_id, from_position)
       select org_id, $2::bigint, channel_id, (select max(id) - $3 from message), from_position
       from subscription_span where user_id = $1 and channel_id not in (
         select channel_id from subscription_span where user_id = $2)`,
      [reader.id, behind.id, unread],
    )
    await raw(tx, 'analyze', [])
  })
  // the server's own idle-time cleanup
  if (!place.databaseUrl) while (await clearDeadRows(seeded.runtime.db)) {}
  await seeded.close()
  const rows: Row[] = []
  for (const [how, flags] of [
    ['', []],
    [', nothing in memory', ['--message-cache-mb', '0']],
  ] as const)
    rows.push(
      ...(await measure(place, reader, { email: behind.deliveryEmail, apiKey: behind.apiKey }, flags)).map((row) => ({
        ...row,
        what: `${row.what}${how}`,
      })),
    )
  return rows
}

async function measure(place: Place, reader: Reader, behind: Reader, flags: readonly string[]): Promise<Row[]> {
  const { server } = await ServerProcess.start([...place.serverArgs, ...flags])
  const open = ({ email, apiKey }: Reader) => Connection.open(server.port, 'localhost', email, apiKey)
  const connections = await Promise.all(Array.from({ length: clients }, () => open(reader)))
  const [first] = connections as [Connection]
  const late = await open(behind)
  const newest = (count: number) =>
    `/messages?anchor=newest&num_before=${count}&num_after=0&narrow=%5B%5D&allow_empty_topic_name=true`
  const rate = async (seconds: number) => {
    const until = performance.now() + seconds * 1000
    const [begun, cpu, loop] = [performance.now(), server.cpuMs(), server.loopCpuMs()]
    let answers = 0
    await Promise.all(
      connections.map(async (connection) => {
        while (performance.now() < until) {
          await connection.get(newest(100))
          answers++
        }
      }),
    )
    return {
      rate: (answers / (performance.now() - begun)) * 1000,
      cpuMs: (server.cpuMs() - cpu) / answers,
      loopMs: (server.loopCpuMs() - loop) / answers,
    }
  }
  const median = async (times: number, ask: () => Promise<string>) => {
    const durations: number[] = []
    for (let time = 0; time < times + 5; time++) {
      const begun = performance.now()
      const body = await ask()
      if (time >= 5) durations.push(performance.now() - begun)
      if (time === 0) success(body)
    }
    return percentile(
      durations.sort((a, b) => a - b),
      0.5,
    )
  }
  await rate(2)
  const { rate: answers, cpuMs, loopMs } = await rate(5)
  const register = () =>
    late.post('/register', {
      event_types: ['update_message_flags'],
      fetch_event_types: ['message', 'update_message_flags'],
    })
  const goal = place.databaseUrl ? 1_000 : 600
  const rows: Row[] = [
    { what: `the newest 100, ${clients} clients`, value: answers, unit: '/s', atLeast: goal },
    { what: 'processor time of each, without a server', value: cpuMs, unit: 'ms' },
    { what: 'of it the event loop', value: loopMs, unit: 'ms' },
    { what: 'the newest 100, p50', value: await median(200, () => first.get(newest(100))), unit: 'ms', atMost: 2.5 },
    { what: 'the newest 5,000, p50', value: await median(15, () => first.get(newest(5_000))), unit: 'ms', atMost: 120 },
    { what: 'register with 50,000 unread, p50', value: await median(9, register), unit: 'ms', atMost: 150 },
    { what: 'memory', value: server.memory(), unit: 'MiB' },
  ]
  for (const connection of [...connections, late]) connection.close()
  await server.stop()
  return rows
}
