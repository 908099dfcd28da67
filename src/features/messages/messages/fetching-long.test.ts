import { type Database, raw } from '#platform/db'
import { assert, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { multiply } from '../../../../test/harness/many-messages.ts'

test('long messages are read a few at a time, short ones many', async ({ ada, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const { db } = society.org
  const statements = async (topic: string, content: string) => {
    const id = await ada.sends(content, { channel: lunch, topic })
    await multiply(ada, id, 599)
    const before = db.statements
    const { messages } = await ada.send('GET', '/messages', {
      anchor: 'newest',
      num_before: 1_000,
      num_after: 0,
      narrow: [
        ['channel', 'lunch'],
        ['topic', topic],
      ],
    })
    const taken = db.statements - before
    const ids = (messages as { id: number; content: string }[]).map((message) => message.id)
    assert.equal(new Set(ids).size, 600)
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    )
    return taken
  }
  const short = await statements('short', 'soup')
  const long = await statements('long', 'soup '.repeat(1_900))
  // a hundred at a time instead of a hundred and then the rest
  assert.ok(long >= short + 3, `${long} statements for long ones, ${short} for short ones`)
})

const allOf = (topic: string) => ({
  anchor: 'newest',
  num_before: 1_000,
  num_after: 0,
  narrow: [
    ['channel', 'lunch'],
    ['topic', topic],
  ],
})

async function atSecondReading<T>(db: Database, meddle: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const { read, readOnce } = db
  let readings = 0
  const before = async () => {
    readings++
    if (readings === 2) await meddle()
  }
  db.read = async (...given) => {
    await before()
    return read.apply(db, given) as never
  }
  db.readOnce = async (...given) => {
    await before()
    return readOnce.apply(db, given) as never
  }
  try {
    const result = await work()
    assert.ok(readings > 2)
    return result
  } finally {
    Object.assign(db, { read, readOnce })
  }
}

test('other requests are answered during a large fetch', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const id = await ada.sends('soup', { channel: lunch, topic: 'plan' })
  await multiply(ada, id, 599)
  const between = () => ben.send('GET', `/messages/${id}`, {})
  const { messages } = await atSecondReading(society.org.db, between, () => ada.send('GET', '/messages', allOf('plan')))
  assert.equal((messages as unknown[]).length, 600)
})

test('a message moved out of reach during a large fetch is left out', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const secret = await makeChannel(society.org, 'secret', [ada], { invite_only: true })
  const id = await ada.sends('soup', { channel: lunch, topic: 'plan' })
  await multiply(ada, id, 599)
  const hide = () =>
    society.org.transact(null, (mutation) =>
      raw(
        mutation.tx,
        `update message set conversation_id = (select conversation_id from channel where id = $1) where id in
           (select id from message where topic = 'plan' order by id desc limit 50)`,
        [secret],
      ),
    )
  const { messages } = await atSecondReading(society.org.db, hide, () => ben.send('GET', '/messages', allOf('plan')))
  assert.equal((messages as unknown[]).length, 550)
})
