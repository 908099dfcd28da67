import { raw, type Tx } from '#platform/db'
import { clientsOf } from './live.ts'
import type { Place } from './main.ts'
import { type Row, spread } from './row.ts'
import { people, seed } from './seed.ts'
import { ServerProcess } from './server.ts'

const crowd = 10_000
const channels = 1_000
const rounds = 40

/** Many people and channels: subscribing, and what a client fetches about them. */
export async function benchChannels(place: Place): Promise<Row[]> {
  const seeded = await seed(place)
  const [member] = await people(seeded, 1, 'Member')
  const ids = await seeded.runtime.db.transaction(async (tx: Tx) => {
    const rows = await raw<{ id: number }>(
      tx,
      `insert into account (org_id, email, full_name, role, api_key, created_at)
       select 1, 'crowd-' || n || '@bench.example', 'Crowd ' || n, 400, md5('crowd' || n), now()
       from generate_series(1, $1::int) n returning id`,
      [crowd],
    )
    return rows.map(({ id }) => id)
  })
  await seeded.close()
  const { server } = await ServerProcess.start(place.serverArgs)
  const [owner, client] = await clientsOf(server.port, [seeded.owner, member!])
  const timed = async (work: () => Promise<string | undefined>) => {
    const begun = performance.now()
    const body = await work()
    if (!body?.includes('"success"')) throw new Error(body?.slice(0, 300))
    return performance.now() - begun
  }
  const join = (names: string[], principals: number[]) =>
    timed(async () =>
      owner?.post('/users/me/subscriptions', {
        subscriptions: names.map((name) => ({ name })),
        principals,
        send_new_subscription_messages: false,
      }),
    )
  const subscribing = await join(['everybody'], ids)
  const again = await join(['everybody'], ids)
  const leaving = await timed(async () =>
    owner?.delete('/users/me/subscriptions', { subscriptions: ['everybody'], principals: ids }),
  )
  const making = await join(
    Array.from({ length: channels }, (_, number) => `channel ${number}`),
    [member!.id, ...ids.slice(0, 20)],
  )
  const ask = async (work: () => Promise<string | undefined>) => {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const took = await timed(work)
      if (round >= rounds / 4) times.push(took)
    }
    return times
  }
  const types = JSON.stringify(['subscription', 'stream', 'default_streams'])
  const register = await ask(() => client!.post('/register', { fetch_event_types: types }))
  const withSubscribers = await ask(() =>
    client!.post('/register', { fetch_event_types: types, include_subscribers: true }),
  )
  const listing = await ask(() => client!.get('/streams?include_all=true'))
  client?.close()
  owner?.close()
  await server.stop()
  return [
    { what: `subscribing ${crowd} people to a new channel`, value: subscribing, unit: 'ms' },
    { what: 'the same when all are in there', value: again, unit: 'ms' },
    { what: `unsubscribing ${crowd} people`, value: leaving, unit: 'ms' },
    { what: `making ${channels} channels for 21 people`, value: making, unit: 'ms' },
    ...spread(`register, ${channels} channels`, register),
    ...spread(`register, ${channels} channels with their subscribers`, withSubscribers),
    ...spread(`GET /streams, ${channels} channels`, listing),
  ]
}
