import { raw, type Tx } from '#platform/db'
import { Connection, success } from './http.ts'
import type { Place } from './main.ts'
import { type Row, spread } from './row.ts'
import { people, seed } from './seed.ts'
import { ServerProcess } from './server.ts'

const crowd = 10_000
const atOnce = 20
const rounds = 40

/** Ten thousand active users: the cost of their presence reports, and of responses about all of them. */
export async function benchPeople(place: Place): Promise<Row[]> {
  const seeded = await seed(place)
  const [member] = await people(seeded, 1, 'Member')
  await seeded.runtime.db.transaction((tx: Tx) =>
    raw(
      tx,
      `insert into account (org_id, email, full_name, role, api_key, created_at)
       select 1, 'crowd-' || n || '@bench.example', 'Crowd ' || n, 400, md5('crowd' || n), now()
       from generate_series(1, $1::int) n`,
      [crowd],
    ),
  )
  const keys = await seeded.runtime.db.read((tx) =>
    raw<{ email: string; api_key: string }>(tx, `select email, api_key from account where email like 'crowd-%'`, []),
  )
  await seeded.close()
  const { server } = await ServerProcess.start(place.serverArgs)
  const client = await Connection.open(server.port, 'localhost', member!.deliveryEmail, member!.apiKey)

  /** Everyone, or some, report presence, each over their own connection; returns CPU time per report. */
  const ping = async (some: typeof keys): Promise<number> => {
    const before = server.cpuMs()
    let next = 0
    const work = async () => {
      while (next < some.length) {
        const { email, api_key } = some[next++]!
        const one = await Connection.open(server.port, 'localhost', email, api_key)
        success(await one.post('/users/me/presence', { status: 'active', ping_only: true }))
        one.close()
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return (server.cpuMs() - before) / some.length
  }
  let size = 0
  const ask = async (path: string, params: () => Record<string, unknown>) => {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const begun = performance.now()
      const body = await client.post(path, params())
      if (round >= rounds / 4) times.push(performance.now() - begun)
      size = body.length / 1024
      success(body)
    }
    return times
  }
  const newest = async () => {
    const body = await client.post('/users/me/presence', { status: 'active', last_update_id: -1 })
    return success(body).presence_last_update_id as number
  }

  const coming = await ping(keys)
  const begun = server.cpuMs()
  const full = await ask('/users/me/presence', () => ({ status: 'active', last_update_id: -1 }))
  const fullSize = size
  const fullCpu = (server.cpuMs() - begun) / rounds
  const legacy = await ask('/users/me/presence', () => ({ status: 'active' }))
  const since = await newest()
  const staying = await ping(keys.slice(0, 1_000))
  const incremental = await ask('/users/me/presence', () => ({ status: 'active', last_update_id: since }))
  const last = await newest()
  const nothing = await ask('/users/me/presence', () => ({ status: 'active', last_update_id: last }))
  const users = await ask('/register', () => ({
    fetch_event_types: '["realm_user"]',
    client_capabilities: '{"user_list_incomplete":true}',
  }))
  const everything = await ask('/register', () => ({
    slim_presence: true,
    client_capabilities: '{"user_list_incomplete":true,"simplified_presence_events":true}',
  }))
  const registerSize = size
  const memory = server.memory()
  client.close()
  await server.stop()
  return [
    { what: `first ping of ${crowd} people, processor time of each`, value: coming, unit: 'ms' },
    { what: 'further pings, processor time of each', value: staying, unit: 'ms' },
    { what: `${crowd} people who ping each minute, of one processor`, value: (staying * crowd) / 600, unit: '%' },
    ...spread(`presence of ${crowd} people`, full),
    { what: 'processor time of that', value: fullCpu, unit: 'ms' },
    { what: 'size of that', value: fullSize, unit: 'KiB' },
    ...spread('presence of the 1,000 who have changed', incremental),
    ...spread('presence when nobody else has changed', nothing),
    ...spread(`presence of ${crowd} people, older format`, legacy),
    ...spread(`register of ${crowd} users alone`, users),
    ...spread(`register of everything with ${crowd} users`, everything),
    { what: 'size of that', value: registerSize, unit: 'KiB' },
    { what: 'resident memory', value: memory, unit: 'MB' },
  ]
}
