import { Tail } from '#platform/events'
import { assert, test } from '#test'
import { draftsAdded } from '../../messages/drafts/api.ts'
import { getEvents } from './api.ts'

const draft = (id: number, content: string) => ({ id, type: '' as const, to: [], topic: '', content, timestamp: 0 })

test('large events come in several responses, in order and each once', async ({ ben, society: { org } }) => {
  const { queueId } = await ben.register('drafts')
  const drafts = Array.from({ length: 100 }, (_, id) => draft(id, 'x'.repeat(9_000)))
  for (let times = 0; times < 5; times++)
    await org.transact(null, async ({ emit }) => emit(draftsAdded, { drafts }, [ben.id]))
  const ids: number[][] = []
  for (let last = -1; ids.flat().length < 5; ) {
    const { events } = await ben.call(getEvents, { queue_id: queueId, last_event_id: last, dont_block: true })
    assert.ok(JSON.stringify(events).length < 3_000_000)
    ids.push(events.map(({ id }) => id))
    last = events.at(-1)?.id as number
  }
  assert.deepEqual(
    ids.map(({ length }) => length),
    [3, 2],
  )
  assert.deepEqual(
    ids.flat(),
    ids.flat().toSorted((a, b) => a - b),
  )
})

test('more events than fit in memory reach a waiting client', async ({ ben, society: { org } }) => {
  org.tail = new Tail(org.tail.end, { entries: 4_000, characters: 20_000 })
  const { queueId } = await ben.register('drafts')
  const heard: number[] = []
  const poll = async () => {
    const last_event_id = last
    const { events } = await ben.call(getEvents, { queue_id: queueId, last_event_id })
    for (const event of events) {
      last = event.id
      if (event.type === 'drafts') heard.push((event.drafts as { id: number }[])[0]?.id as number)
    }
  }
  let last = -1
  const waiting = poll()
  while (org.queues.waiting === 0) await new Promise((resolve) => setImmediate(resolve))
  const numbers = Array.from({ length: 600 }, (_, number) => number)
  await org.transact(null, async ({ emit }) => {
    for (const number of numbers) emit(draftsAdded, { drafts: [draft(number, 'x'.repeat(10_000))] }, [ben.id])
  })
  await waiting
  while (heard.length < numbers.length) await poll()
  assert.deepEqual(heard, numbers)
})
