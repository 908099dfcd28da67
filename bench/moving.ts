import { roles } from '#contract'
import { clearDeadRows, raw } from '#platform/db'
import { longestPause, Person } from './attacks.ts'
import { fillHistory, takeAllWords } from './history.ts'
import { Connection, success } from './http.ts'
import type { Place } from './main.ts'
import type { Row } from './row.ts'
import { people, type Seeded, seed } from './seed.ts'
import { ServerProcess } from './server.ts'

const sizes = (process.env.LOQUAT_BENCH_TOPICS ?? '200000,1000000').split(',').map(Number)
const goalMs = 250
/** A call that deletes a topic takes at most 20 seconds and is repeated; a few calls are enough to measure. */
const deletions = 2

/** Moves a very large topic to another topic and channel, and deletes part: CPU time, and what another user notices. */
export async function benchMoving(place: Place): Promise<Row[]> {
  const seeded = await seed(place)
  const { readers } = await fillHistory(seeded, 1)
  const [victim] = await people(seeded, 1, 'Other')
  const mover = readers[0]
  if (!mover || !victim) throw new Error('nobody is there')
  await seeded.runtime.db.transaction((tx) =>
    raw(tx, 'update account set role = $2 where id = $1', [mover.id, roles.administrator]),
  )
  const { channels, topics } = await addTopics(seeded)
  if (!place.databaseUrl) while (await clearDeadRows(seeded.runtime.db)) {}
  await seeded.close()

  const { server } = await ServerProcess.start(place.serverArgs)
  const connection = await Connection.open(server.port, 'localhost', mover.email, mover.apiKey)
  const person = new Person(server.port, victim)
  await person.begin()
  const rows: Row[] = []
  const measure = async (what: string, work: () => Promise<string>) => {
    await longestPause(server.port)
    const [cpu, own, begun] = [server.cpuMs(), server.loopCpuMs(), performance.now()]
    const { result, noticed } = await person.liveBeside(async () => {
      const body = success(await work())
      return { body, costs: [server.cpuMs() - cpu, server.loopCpuMs() - own, performance.now() - begun] as const }
    })
    const { body, costs } = result
    rows.push(
      { what: `${what}: processor time`, value: costs[0], unit: 'ms' },
      { what: `${what}: of it the event loop`, value: costs[1], unit: 'ms' },
      { what: `${what}: by the clock`, value: costs[2], unit: 'ms' },
      { what: `${what}: another person's longest wait`, value: noticed.at(-1) ?? 0, unit: 'ms', atMost: goalMs },
      { what: `${what}: longest pause`, value: await longestPause(server.port), unit: 'ms', atMost: 50 },
    )
    return body
  }
  const move = (first: number, params: Record<string, unknown>) => () =>
    connection.patch(`/messages/${first}`, {
      propagate_mode: 'change_all',
      send_notification_to_new_thread: false,
      ...params,
    })
  for (const { size, first } of topics) {
    await measure(`moving ${size} to another topic`, move(first, { topic: `moved ${size}` }))
    await measure(`moving ${size} to another channel`, move(first, { stream_id: channels[1] }))
    await measure(`resolving a topic of ${size}`, move(first, { topic: `✔ moved ${size}` }))
  }
  const topic_name = `✔ moved ${topics[0]?.size}`
  for (let call = 1; call <= deletions; call++) {
    const body = await measure(`deleting a topic of ${topics[0]?.size}, call ${call}`, () =>
      connection.post(`/streams/${channels[1]}/delete_topic`, { topic_name }),
    )
    if (body.complete !== false) break
  }
  connection.close()
  person.end()
  await server.stop()
  return rows
}

/** Topics of existing texts, in a channel of everyone; returns each one's first message, and another channel. */
async function addTopics({ runtime }: Seeded) {
  return runtime.db.transaction(async (tx) => {
    const channels = await raw<{ id: number; conversation: number }>(
      tx,
      `select id, conversation_id as conversation from channel where name like 'old %' order by id limit 2`,
      [],
    )
    const indexes = await raw<{ name: string; definition: string }>(
      tx,
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = 'message' and indexname <> 'message_pkey'`,
      [],
    )
    for (const { name } of indexes) await raw(tx, `drop index ${name}`, [])
    const [texts] = await raw<{ most: number }>(tx, 'select max(id) as most from message', [])
    const most = texts?.most ?? 0
    const topics: { size: number; first: number }[] = []
    for (const size of sizes) {
      const first = (await maxId(tx)) + 1
      for (let added = 0; added < size; added += most)
        await raw(
          tx,
          `insert into message (org_id, conversation_id, sender_id, client, topic, content, rendered_content,
             renderer_version, sent_at, sender_read, has_link, has_image, has_attachment, channel_wildcard)
           select org_id, $1, sender_id, client, $2, content, rendered_content, renderer_version, now(), false, has_link,
             has_image, has_attachment, false
           from message where id <= $3 order by id limit $4`,
          [channels[0]?.conversation, `a topic of ${size}`, most, size - added],
        )
      topics.push({ size, first })
    }
    for (const { definition } of indexes) await raw(tx, definition, [])
    // a move changes their search index
    await takeAllWords((text, ...params) => raw(tx, text, params))
    return { channels: channels.map(({ id }) => id), topics }
  })
}

const maxId = async (tx: Parameters<typeof raw>[0]): Promise<number> =>
  (await raw<{ id: number }>(tx, 'select max(id) as id from message', []))[0]?.id ?? 0
