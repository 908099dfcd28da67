import { raw } from '#platform/db'
import { assert, test } from '#test'
import { makeChannel } from '../../../test/harness/channel.ts'
import { multiply } from '../../../test/harness/many-messages.ts'
import { channelsMirror } from '../channels/mirror.ts'
import { deleteTopic } from './api/delete.ts'
import { updateMessage } from './api/edit.ts'
import { sendMessage } from './api/send.ts'

test('a thousand messages move with as many statements as one', async ({ ada, ben, cleo, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const dinner = await makeChannel(society.org, 'dinner', [ada, ben])
  const { db } = society.org
  const counts: number[][] = []
  for (const count of [1, 1000]) {
    const topic = `topic of ${count}`
    const { id } = await ada.call(sendMessage, { type: 'channel', to: lunch, topic, content: 'Hello' })
    if (count > 1) await multiply(ada, id, count - 1)
    const watch = await ben.register('update_message')
    const move = async (params: object) => {
      const before = db.statements
      await ada.call(updateMessage, {
        message_id: id,
        propagate_mode: 'change_all',
        send_notification_to_new_thread: false,
        ...params,
      })
      return db.statements - before
    }
    counts.push([await move({ topic: `${topic} renamed` }), await move({ stream_id: dinner })])
    const moved = (await watch.of('update_message')).map((event) => (event.message_ids as number[]).length)
    assert.deepEqual(moved, [count, count])
    await watch.close()
  }
  const [few, many] = counts as [number[], number[]]
  assert.ok(
    many.every((count, index) => count <= (few[index] as number)),
    `${few} for one message, ${many} for a thousand`,
  )
  const { conversationId } = society.org.get(channelsMirror).byId.get(dinner) as { conversationId: number }
  const left = async () =>
    Number(
      (
        await db.read((tx) =>
          raw<{ count: number }>(tx, 'select count(*) from message where conversation_id = $1 and topic like $2', [
            conversationId,
            '%1000 renamed',
          ]),
        )
      )[0]?.count,
    )
  assert.equal(await left(), 1000)
  const { complete } = await ada.call(deleteTopic, { stream_id: dinner, topic_name: 'topic of 1000 renamed' })
  assert.deepEqual([complete, await left()], [true, 0])
})
