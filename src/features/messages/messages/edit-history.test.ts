import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import type { ReadableMessage } from './access/readable.ts'
import { getMessageHistory, updateMessage } from './api/edit.ts'
import { maxInHistory } from './limits.ts'
import { snapshotsOf } from './serialize/edit-history.ts'

const contents = async (person: Person, message_id: number) =>
  (await person.call(getMessageHistory, { message_id })).message_history.map(({ content }) => content)

async function keeping(limits: Partial<typeof maxInHistory>, work: () => Promise<void>): Promise<void> {
  const before = { ...maxInHistory }
  Object.assign(maxInHistory, limits)
  try {
    await work()
  } finally {
    Object.assign(maxInHistory, before)
  }
}

test('the edit history keeps the newest versions of a text within its limit', async ({ ada, ben }) => {
  const id = await ada.sends('version 0', ben)
  const edit = (content: string) => ada.call(updateMessage, { message_id: id, content })
  const versions = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `version ${from + index}`)
  await keeping({ changes: 3 }, async () => {
    for (const content of versions(1, 5)) await edit(content)
  })
  assert.deepEqual(await contents(ben, id), versions(2, 5))
  const long = 'x'.repeat(2_000)
  await keeping({ characters: 5_000 }, async () => {
    for (const name of ['a', 'b', 'c']) await edit(`${name}${long}`)
  })
  // each version counts both its source and its rendered HTML
  assert.deepEqual(
    (await contents(ben, id)).map((content) => content.slice(0, 1)),
    ['b', 'c'],
  )
  // a version that is too long by itself is kept until the next one
  await keeping({ characters: 10 }, () => edit('short').then(() => {}))
  assert.deepEqual((await contents(ben, id)).length, 2)
})

test('the edit history of a message keeps its newest moves', async ({ ada, society }) => {
  const to = await makeChannel(society.org, 'lunch', [ada])
  const id = await ada.sends('Hello', { channel: to, topic: 'topic 0' })
  await keeping({ changes: 2 }, async () => {
    for (let n = 1; n <= 4; n++) await ada.call(updateMessage, { message_id: id, topic: `topic ${n}` })
  })
  const { message_history } = await ada.call(getMessageHistory, { message_id: id })
  assert.deepEqual(
    message_history.map(({ topic }) => topic),
    ['topic 2', 'topic 3', 'topic 4'],
  )
})

test('rendering a long history lets other requests run between versions', async () => {
  const changes = 50
  const text = (n: number) => `<p>version ${n}</p>`
  const message = {
    sent_at: new Date(),
    sender_id: 1,
    member_ids: null,
    topic: 'topic',
    content: text(changes),
    rendered_content: text(changes),
    edit_history: Array.from({ length: changes }, (_, n) => ({
      user_id: 1,
      timestamp: 1,
      prev_content: text(changes - 1 - n),
      prev_rendered_content: text(changes - 1 - n),
    })),
  } as unknown as ReadableMessage
  let turns = 0
  let isOver = false
  const others = () => {
    turns++
    if (!isOver) setImmediate(others)
  }
  setImmediate(others)
  const snapshots = await snapshotsOf(message, { withContent: true, emptyTopic: true })
  isOver = true
  assert.equal(snapshots.length, changes + 1)
  assert.ok(turns >= changes - 1, `${turns} turns`)
})
