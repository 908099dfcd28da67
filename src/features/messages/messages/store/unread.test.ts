import { assert, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { subscriptionsCache } from '../../../channels/subscriptions/cache.ts'
import { receivingOf } from '../access/receiving-conversations.ts'
import { updateMessageFlags } from '../api/flags.ts'
import { sendMessage } from '../api/send.ts'
import { newestUnread, unreadByTopic } from './unread.ts'

test('above the limit, the newest unread messages are counted by topic', async ({ ada, ben, society }) => {
  const { org } = society
  const channels = [await makeChannel(org, 'first', [ada, ben]), await makeChannel(org, 'second', [ada, ben])]
  const sent: { id: number; topic: string; isUnread: boolean; isToAll: boolean }[] = []
  for (let n = 0; n < 36; n++) {
    const from = n % 5 === 0 ? ben : ada
    const topic = `${n % 2 ? 'Even' : 'even'} ${n % 3}`
    const to = channels[n % 7 === 0 ? 0 : 1] as number
    const isToAll = n % 4 === 1
    const content = isToAll ? 'Hello @**all**' : 'Hello'
    const { id } = await from.call(sendMessage, { type: 'channel', to, topic, content, read_by_sender: true })
    sent.push({ id, topic: `${to} ${topic.toLowerCase()}`, isUnread: from === ada && n % 11 !== 3, isToAll })
  }
  const read = sent.filter((_, n) => n % 11 === 3).map(({ id }) => id)
  await ben.call(updateMessageFlags, { messages: read, op: 'add', flag: 'read' })
  const unread = sent.filter(({ isUnread }) => isUnread)
  await org.db.read(async (tx) => {
    const receiving = receivingOf(await org.fetch(subscriptionsCache, ben.id, tx), org.get(channelsCache))
    for (const limit of [1, 4, 9, 20, unread.length, 100]) {
      const wanted = unread.slice(-limit)
      assert.deepEqual(
        await newestUnread(tx, ben.id, receiving, limit),
        wanted.map(({ id }) => id),
      )
      const topics = await unreadByTopic(tx, ben.id, receiving, limit)
      const byTopic = new Map(wanted.map(({ topic }) => [topic, wanted.filter((one) => one.topic === topic)]))
      assert.deepEqual(
        topics.map(({ ids }) => ids).sort((a, b) => (a[0] as number) - (b[0] as number)),
        [...byTopic.values()].map((list) => list.map(({ id }) => id)),
      )
      assert.deepEqual(
        topics.flatMap(({ wildcard_ids }) => wildcard_ids).sort((a, b) => a - b),
        wanted.filter(({ isToAll }) => isToAll).map(({ id }) => id),
      )
    }
  })
})
