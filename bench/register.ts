import { brotliCompressSync, constants } from 'node:zlib'
import { raw } from '#platform/db'
import { allCapabilities } from '../client/capabilities.ts'
import { fillHistory } from './history.ts'
import { Connection, success } from './http.ts'
import type { Place } from './main.ts'
import { type Row, spread } from './row.ts'
import { people, type Seeded, seed } from './seed.ts'
import { ServerProcess } from './server.ts'

const unreadMessages = 50_000
const rounds = { before: 10, measured: 30 }

/** Parameters of a client that existed before Loquat, and of the web client. */
const kinds = {
  'public client': { apply_markdown: true, slim_presence: true, client_capabilities: { empty_topic_name: true } },
  'own client': {
    apply_markdown: true,
    client_gravatar: false,
    slim_presence: true,
    include_subscribers: 'partial',
    idle_queue_timeout: 86_400,
    client_capabilities: allCapabilities,
  },
}

/** Registering as a member of 35 channels with 66,000 real messages, once with few unread messages and once with 50,000. */
export async function benchRegister(place: Place): Promise<Row[]> {
  const seeded = await seed(place)
  const { readers } = await fillHistory(seeded, 2)
  const [reader] = readers
  const [late] = await people(seeded, 1, 'Late')
  if (!reader || !late) throw new Error('no readers')
  await subscribe(seeded, reader.id, late.id)
  await seeded.close()
  const registrants = [
    { unread: 'few', ...reader },
    { unread: String(unreadMessages), email: late.deliveryEmail, apiKey: late.apiKey },
  ]
  const rows: Row[] = []
  const { server } = await ServerProcess.start(place.serverArgs)
  for (const { unread, email, apiKey } of registrants)
    for (const [kind, parameters] of Object.entries(kinds)) {
      const connection = await Connection.open(server.port, 'localhost', email, apiKey)
      const times: number[] = []
      let body = ''
      let spent = 0
      for (let round = 0; round < rounds.before + rounds.measured; round++) {
        if (round === rounds.before) spent = server.cpuMs()
        const begun = performance.now()
        body = await connection.post('/register', parameters)
        if (round >= rounds.before) times.push(performance.now() - begun)
        success(body)
      }
      spent = server.cpuMs() - spent
      connection.close()
      const what = `${kind}, ${unread} unread`
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
      rows.push(
        ...spread(what, times, { p50: 60 }),
        { what: `${what}: processor time`, value: spent / rounds.measured, unit: 'ms' },
        { what: `${what}: size`, value: body.length / 1024, unit: 'KiB' },
        { what: `${what}: size by Brotli`, value: brotliCompressSync(body, quality).length / 1024, unit: 'KiB' },
      )
    }
  await server.stop()
  return rows
}

/** Subscribes a person to another's channels, from the newest messages on. */
async function subscribe({ runtime }: Seeded, like: number, userId: number): Promise<void> {
  await runtime.db.transaction(async (tx) => {
    await raw(
      tx,
      `insert into subscription (org_id, user_id, channel_id, color)
       select org_id, $2::bigint, channel_id, color from subscription where user_id = $1
       on conflict do nothing`,
      [like, userId],
    )
    await raw(tx, 'delete from subscription_span where user_id = $1', [userId])
    await raw(
      tx,
      `insert into subscription_span (org_id, user_id, channel_id, from_message_id, from_position)
       select org_id, $2::bigint, channel_id, (select max(id) - $3::int from message), from_position
       from subscription_span where user_id = $1`,
      [like, userId, unreadMessages],
    )
    await raw(tx, 'analyze', [])
  })
}
