import { assert, test } from '#test'
import { claimed, type FetchedMessage, takeIn } from './fixture.ts'
import { channel, member, message, person } from './sources/zulip/fixture.ts'

const count = 2_200
/** One in each of the batches that are read, rendered, and written at the same time. */
const linked = [1, 501, 1_001, 1_501, 2_100]

const link = (id: number) => `[to ${id}](https://old.example/#narrow/channel/1-general/topic/plans/near/${id})`

test('links lead to earlier messages at any distance, and duplicates are written once', async ({ server, society }) => {
  const rows = Array.from({ length: count }, (_, index) => message(index + 1, 1, 101, `message ${index + 1}`))
  const last = message(count + 1, 1, 101, linked.map(link).join(' '), { subject: 'last' })
  const { outcome } = await takeIn(server, society.org, {
    realm: {
      zerver_realm: [{ id: 1, name: 'Old' }],
      zerver_userprofile: [person(1, 'Ada')],
      zerver_stream: [channel(1, 'general')],
      zerver_recipient: [{ id: 101, type: 2, type_id: 1 }],
      zerver_subscription: [member(1, 101)],
    },
    // the second file repeats the last message of the first, which is not written yet when it is read
    messages: [{ zerver_message: rows.slice(0, 500) }, { zerver_message: [...rows.slice(499), last] }],
  })
  assert.deepEqual([outcome.written, outcome.lost], [count + 1, { 'Duplicate messages': 1 }])
  const ada = await claimed(society, 'ada@old.example', 'Ada')
  const { messages } = (await ada.send('GET', '/messages', {
    ...{ anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false },
    narrow: [{ operator: 'topic', operand: 'last' }],
  })) as { messages: FetchedMessage[] }
  const near = messages[0]?.content.matchAll(/\[to (\d+)\]\(\S+\/near\/(\d+)\)/g)
  const found = [...(near ?? [])].map(([, there, here]) => [Number(there), Number(here)] as const)
  assert.deepEqual(
    found.map(([there]) => there),
    linked,
  )
  for (const [there, here] of found) {
    const { message: one } = (await ada.send('GET', `/messages/${here}`, { apply_markdown: false })) as {
      message: { content: string }
    }
    assert.equal(one.content, `message ${there}`)
  }
})
