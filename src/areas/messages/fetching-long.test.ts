import { assert, test } from '#test'
import { makeChannel } from '../../../test/harness/channel.ts'
import { multiply } from '../../../test/harness/many-messages.ts'
import { sendMessage } from './api/send.ts'

test('many long messages are read a few at a time, short ones many', async ({ ada, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const { db } = society.org
  const statements = async (topic: string, content: string) => {
    const { id } = await ada.call(sendMessage, { type: 'channel', to: lunch, topic, content })
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
