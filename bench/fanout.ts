import type { Tx } from '#platform/db'
import { raw } from '#platform/db'
import { clientsOf, listen } from './live.ts'
import type { Place } from './main.ts'
import { percentile, type Row } from './row.ts'
import { people, type Seeded, seed } from './seed.ts'
import { ServerProcess } from './server.ts'
import { texts } from './texts.ts'

const crowd = 10_000
const rounds = 400

/** Inserts accounts directly: creating 10,000 one by one is another benchmark. */
async function makeCrowd({ runtime }: Seeded, count: number): Promise<number[]> {
  return runtime.db.transaction(async (tx: Tx) => {
    const rows = await raw<{ id: number }>(
      tx,
      `insert into account (org_id, email, full_name, role, api_key, created_at)
       select 1, 'crowd-' || n || '@bench.example', 'Crowd ' || n, 400, md5('crowd' || n), now()
       from generate_series(1, $1::int) n returning id`,
      [count],
    )
    return rows.map(({ id }) => id)
  })
}

/** One message to a channel of 10,000 subscribers, 10 of them connected, compared with a channel of 10. */
export async function benchFanout(place: Place): Promise<Row[]> {
  const seeded = await seed(place)
  const members = await people(seeded, 10, 'Client')
  const many = await makeCrowd(seeded, crowd - members.length)
  await seeded.close()
  const { server } = await ServerProcess.start(place.serverArgs)
  const [owner] = await clientsOf(server.port, [seeded.owner])
  const ids = members.map(({ id }) => id)
  const create = async (name: string, principals: number[]) => {
    const begun = performance.now()
    const body = await owner?.post('/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals,
      send_new_subscription_messages: false,
    })
    if (!body?.includes('"success"')) throw new Error(body?.slice(0, 300))
    return performance.now() - begun
  }
  await create('small', ids)
  const subscribing = await create('large', [...ids, ...many])
  const live = await Promise.all(members.map((account) => listen(server.port, account)))
  let waiting = 0
  let arrived = () => {}
  const polls = live.map((client) =>
    client.poll((body) => {
      waiting -= [...body.matchAll(/mark\d+!/g)].length
      if (waiting <= 0) arrived()
    }),
  )
  const [sender] = await clientsOf(server.port, [members[0]!])
  const bodies = texts().slice(0, rounds)
  const times: Record<'small' | 'large', number[]> = { small: [], large: [] }
  // alternating, so that other load on the machine affects both
  for (let round = 0; round < rounds; round++) {
    for (const to of ['small', 'large'] as const) {
      waiting = members.length
      const all = new Promise<void>((resolve) => {
        arrived = resolve
      })
      const begun = performance.now()
      await sender?.post('/messages', {
        type: 'channel',
        to,
        topic: 'fan',
        content: `${bodies[round]?.content}\n\nmark${round}!`,
      })
      await all
      if (round >= rounds / 10) times[to].push(performance.now() - begun)
    }
  }
  for (const client of live) client.stop()
  sender?.close()
  owner?.close()
  await server.stop()
  await Promise.all(polls)
  const median = (list: number[]) =>
    percentile(
      [...list].sort((a, b) => a - b),
      0.5,
    )
  return [
    { what: 'to 10 subscribers, sent and delivered to 10, p50', value: median(times.small), unit: 'ms' },
    { what: `to ${crowd} subscribers, sent and delivered to 10, p50`, value: median(times.large), unit: 'ms' },
    { what: 'ratio', value: median(times.large) / median(times.small), unit: '', atMost: 1.5 },
    { what: `subscribing ${crowd} people to a new channel`, value: subscribing, unit: 'ms' },
  ]
}
