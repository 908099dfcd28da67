import { clearDeadRows, raw } from '#platform/db'
import { longestPause, Person } from './attacks.ts'
import { fillHistory } from './history.ts'
import { Connection, success } from './http.ts'
import type { Place } from './main.ts'
import type { Row } from './row.ts'
import { people, type Seeded, seed } from './seed.ts'
import { ServerProcess } from './server.ts'

const copies = 30
const goalMs = 250

/** Counting and reading a million and 50,000 unread messages: CPU time, and what another user notices. */
export async function benchUnread(place: Place): Promise<Row[]> {
  const seeded = await seed(place)
  const { readers } = await fillHistory(seeded, 1)
  const [victim, few] = await people(seeded, 2, 'Other')
  const all = readers[0]
  if (!all || !victim || !few) throw new Error('nobody is there')
  const { channel, inTopic, inChannel, messages } = await multiply(seeded, all.id, few.id)
  // the server's own idle-time cleanup
  if (!place.databaseUrl) while (await clearDeadRows(seeded.runtime.db)) {}
  await seeded.close()

  const { server } = await ServerProcess.start(place.serverArgs)
  const open = (account: { email: string; apiKey: string }) =>
    Connection.open(server.port, 'localhost', account.email, account.apiKey)
  const reader = await open(all)
  const other = await open({ email: few.deliveryEmail, apiKey: few.apiKey })
  const person = new Person(server.port, victim)
  await person.begin()
  const rows: Row[] = []
  const measure = async (what: string, times: number, work: () => Promise<string>, limit?: number) => {
    const costs: number[] = []
    const loop: number[] = []
    const clock: number[] = []
    await longestPause(server.port)
    const { noticed } = await person.liveBeside(async () => {
      for (let time = 0; time < times; time++) {
        const [cpu, own, begun] = [server.cpuMs(), server.loopCpuMs(), performance.now()]
        success(await work())
        costs.push(server.cpuMs() - cpu)
        loop.push(server.loopCpuMs() - own)
        clock.push(performance.now() - begun)
      }
    })
    const middle = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] as number
    const limits = limit === undefined ? {} : { atMost: limit }
    rows.push(
      { what: `${what}: processor time`, value: middle(costs), unit: 'ms', ...limits },
      { what: `${what}: of it the event loop`, value: middle(loop), unit: 'ms' },
      { what: `${what}: by the clock`, value: middle(clock), unit: 'ms' },
      { what: `${what}: another person's longest wait`, value: noticed.at(-1) ?? 0, unit: 'ms', atMost: goalMs },
      { what: `${what}: longest pause`, value: await longestPause(server.port), unit: 'ms', atMost: 50 },
    )
  }
  const register = (connection: Connection) => () =>
    connection.post('/register', {
      event_types: ['update_message_flags'],
      fetch_event_types: ['message', 'update_message_flags'],
    })
  await measure('nothing, to compare', 5, () => reader.get('/users/me'))
  await measure('unread counts, 50,000 unread', 7, register(other), goalMs)
  await measure('unread counts, 1,000,000 unread', 7, register(reader), goalMs)
  await measure(`marking a topic of ${inTopic} read`, 1, () =>
    reader.post('/mark_topic_as_read', { stream_id: channel, topic_name: 'a long one' }),
  )
  await measure(`marking the other ${inChannel - inTopic} of its channel read`, 1, () =>
    reader.post('/mark_stream_as_read', { stream_id: channel }),
  )
  await measure(`marking the other ${messages - inChannel} read`, 1, () => reader.post('/mark_all_as_read', {}))
  for (const connection of [reader, other]) connection.close()
  person.end()
  await server.stop()
  return rows
}

interface Multiplied {
  channel: number
  inTopic: number
  inChannel: number
  messages: number
}

/** A million messages of the same texts: all of them unread for one reader, the newest 50,000 for another. */
async function multiply({ runtime }: Seeded, all: number, few: number): Promise<Multiplied> {
  return runtime.db.transaction(async (tx) => {
    const indexes = await raw<{ name: string; definition: string }>(
      tx,
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = 'message' and indexname <> 'message_pkey'`,
      [],
    )
    for (const { name } of indexes) await raw(tx, `drop index ${name}`, [])
    const [large] = await raw<{ id: number; conversation_id: number }>(
      tx,
      `select c.id, c.conversation_id from channel c join message m on m.conversation_id = c.conversation_id
       group by c.id order by count(*) desc limit 1`,
      [],
    )
    for (let copy = 1; copy < copies; copy++)
      await raw(
        tx,
        `insert into message (org_id, conversation_id, sender_id, client, topic, content, rendered_content,
           renderer_version, sent_at, sender_read, has_link, has_image, has_attachment, channel_wildcard)
         select org_id, conversation_id, sender_id, client,
           case when conversation_id = $2 and id % 2 = 0 then 'a long one' else topic || ' ' || $1::int end, content,
           rendered_content, renderer_version, sent_at + $1::int * interval '62 days', false, has_link, has_image,
           has_attachment, channel_wildcard
         from message where id <= (select count(*) from message) / $1 order by id`,
        [copy, large?.conversation_id],
      )
    for (const { definition } of indexes) await raw(tx, definition, [])
    // indexing their words isn't measured
    await raw(tx, 'update words_taken set taken = int8multirange(int8range(1, (select max(id) + 1 from message)))', [])
    await raw(tx, 'delete from read_state where user_id = any($1::bigint[])', [[all, few]])
    await raw(tx, 'update subscription_span set from_message_id = 1 where user_id = $1', [all])
    await raw(
      tx,
      `insert into subscription (org_id, user_id, channel_id, color)
       select org_id, $2::bigint, channel_id, color from subscription where user_id = $1
       on conflict do nothing`,
      [all, few],
    )
    await raw(
      tx,
      `insert into subscription_span (org_id, user_id, channel_id, from_message_id, from_position)
       select org_id, $2::bigint, channel_id, (select max(id) - 50000 from message), from_position
       from subscription_span where user_id = $1 and channel_id not in (
         select channel_id from subscription_span where user_id = $2)`,
      [all, few],
    )
    const [count] = await raw<{ inTopic: number; inChannel: number; messages: number }>(
      tx,
      `select count(*) filter (where conversation_id = $1 and topic = 'a long one') as "inTopic",
         count(*) filter (where conversation_id = $1) as "inChannel", count(*) as messages
       from message`,
      [large?.conversation_id],
    )
    return { ...(count as NonNullable<typeof count>), channel: large?.id as number }
  })
}
