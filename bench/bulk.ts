import { roles } from '#contract'
import { raw } from '#platform/db'
import { fillHistory } from './history.ts'
import { Connection, success } from './http.ts'
import type { Place } from './main.ts'
import type { Row } from './row.ts'
import { seed } from './seed.ts'
import { ServerProcess } from './server.ts'

const size = 10_000

/** Moves a topic of 10,000 messages, marks it as read and unread, and deletes it, among 33,000 others. */
export async function benchBulk(place: Place): Promise<Row[]> {
  const seeded = await seed(place)
  const { readers } = await fillHistory(seeded, 1)
  const { id: first, channel } = await seeded.runtime.db.transaction(async (tx) => {
    await raw(tx, 'update account set role = $2 where id = $1', [readers[0]?.id, roles.administrator])
    const [place] = await raw<{ conversation: number; channel: number }>(
      tx,
      `select conversation_id as conversation, id as channel from channel where name = 'old general'`,
      [],
    )
    const rows = await raw<{ id: number }>(
      tx,
      `insert into message (org_id, conversation_id, sender_id, client, topic, content, rendered_content,
         renderer_version, sent_at, sender_read, has_link, has_image, has_attachment, channel_wildcard)
       select org_id, $1, sender_id, client, 'a long one', content, rendered_content, renderer_version, now(), false,
         has_link, has_image, has_attachment, false
       from message order by id limit $2::int returning id`,
      [place?.conversation, size],
    )
    return { id: Math.min(...rows.map(({ id }) => id)), channel: place?.channel as number }
  })
  const elsewhere = await seeded.runtime.db.read((tx) =>
    raw<{ id: number }>(tx, `select id from channel where name like 'old %' and name <> 'old general' limit 1`, []),
  )
  await seeded.close()
  const { server } = await ServerProcess.start(place.serverArgs)
  const { email, apiKey } = readers[0] as (typeof readers)[0]
  const reader = await Connection.open(server.port, 'localhost', email, apiKey)
  const rows: Row[] = []
  const timed = async (what: string, work: () => Promise<string>) => {
    const begun = performance.now()
    const body = success(await work())
    rows.push({ what, value: performance.now() - begun, unit: 'ms' })
    return body
  }
  // warm caches, so that none of the rows below is charged for it
  success(await reader.get('/messages?anchor=newest&num_before=1&num_after=0'))
  const move = (params: Record<string, unknown>) => () =>
    reader.patch(`/messages/${first}`, {
      propagate_mode: 'change_all',
      send_notification_to_new_thread: false,
      ...params,
    })
  await timed(`marking ${size} read, a topic`, () =>
    reader.post('/mark_topic_as_read', { stream_id: channel, topic_name: 'a long one' }),
  )
  const ids = Array.from({ length: size }, (_, index) => first + index)
  await timed(`marking ${size} unread, by id`, () =>
    reader.post('/messages/flags', { messages: ids, op: 'remove', flag: 'read' }),
  )
  await timed(`marking ${size} read, by id`, () =>
    reader.post('/messages/flags', { messages: ids, op: 'add', flag: 'read' }),
  )
  await timed(`moving ${size} to another topic`, move({ topic: 'a longer one' }))
  await timed(`moving ${size} to another channel`, move({ stream_id: elsewhere[0]?.id }))
  await timed(`resolving a topic of ${size}`, move({ topic: '✔ a longer one' }))
  let complete = false
  let deleted = 0
  const begun = performance.now()
  while (!complete) {
    const body = success(
      await reader.post(`/streams/${elsewhere[0]?.id}/delete_topic`, { topic_name: '✔ a longer one' }),
    )
    complete = body.complete !== false
    deleted++
  }
  rows.push({ what: `deleting a topic of ${size}, in ${deleted} calls`, value: performance.now() - begun, unit: 'ms' })
  reader.close()
  await server.stop()
  return rows
}
