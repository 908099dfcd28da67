import fc from 'fast-check'
import type { ChannelId, MessageId, UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { assert, explorationPatience, holds, test } from '#test'
import { joinChannel, leaveChannel, makeChannel } from '../../../../../test/harness/channel.ts'
import { twinOf } from '../../../../../test/harness/twin.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { subscriptionsCache } from '../../../channels/subscriptions/cache.ts'
import { receivingOf } from '../access/receiving-conversations.ts'
import { deleteMessage } from '../api/delete.ts'
import { updateMessage } from '../api/edit.ts'
import { markAllAsRead, markTopicAsRead, updateMessageFlags } from '../api/flags.ts'
import { type UnreadTopic, unreadByTopic } from '../store/unread.ts'
import { unreadList } from './kept-unread.ts'

const index = fc.nat(40)
const some = fc.array(index, { minLength: 1, maxLength: 4 })
const topic = fc.constantFrom('soup', 'Soup', 'bread')
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('post' as const), topic, isToAll: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('write' as const), toGroup: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('read all' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('read topic' as const), topic }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('archive' as const), isArchived: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('read' as const), some }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unread' as const), some }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), index, topic, toOther: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('look' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Few enough that the oldest messages are left out. */
const limit = 8

test(
  'an unread list continued by events equals one that is read from the database',
  async ({ ada, ben, cleo, society, server }) => {
    const { org } = society
    const twin = process.env.LOQUAT_TEST_DATABASE_URL ? await twinOf(server) : undefined
    const orgs = twin ? [org, await twin.organization(org.id)] : [org]
    let runs = 0
    const run = async (steps: Step[]) => {
      const channels = [
        await makeChannel(org, `channel ${++runs}`, [ada, ben]),
        await makeChannel(org, `other ${runs}`, [ada, ben]),
      ]
      let sent: MessageId[] = []
      const picked = (some: number[]) => [...new Set(some.flatMap((one) => sent[one % Math.max(sent.length, 1)] ?? []))]
      const flags = (some: number[], op: 'add' | 'remove') =>
        picked(some).length > 0 && ben.call(updateMessageFlags, { messages: picked(some), op, flag: 'read' })
      const [channel, other] = channels as unknown as [ChannelId, ChannelId]
      for (const one of [...steps, { do: 'look' as const }]) {
        if (one.do === 'post')
          sent.push(await ada.sends(one.isToAll ? 'Hello @**all**' : 'Hello', { channel, topic: one.topic }))
        else if (one.do === 'write') sent.push(await ada.sends('Hello', one.toGroup ? [ben, cleo] : ben))
        else if (one.do === 'read all') await ben.call(markAllAsRead, {})
        else if (one.do === 'read topic') await ben.call(markTopicAsRead, { stream_id: channel, topic_name: one.topic })
        else if (one.do === 'archive')
          await ada.send('PATCH', `/streams/${other}`, { is_archived: one.isArchived }).catch(() => {})
        else if (one.do === 'read') await flags(one.some, 'add')
        else if (one.do === 'unread') await flags(one.some, 'remove')
        else if (one.do === 'leave') {
          await leaveChannel(org, channels[1] as never, ben)
          await joinChannel(org, channels[1] as never, ben)
        } else if (one.do === 'look') for (const one of orgs) await agrees(one, ben.id)
        else {
          const [message_id] = picked([one.index])
          if (message_id === undefined) continue
          if (one.do === 'delete') {
            await ada.call(deleteMessage, { message_id })
            sent = sent.filter((id) => id !== message_id)
          } else
            await ada
              .call(updateMessage, {
                message_id,
                topic: one.topic,
                ...(one.toOther ? { stream_id: other } : {}),
                propagate_mode: 'change_one',
                send_notification_to_old_thread: false,
                send_notification_to_new_thread: false,
              } as never)
              // direct messages and unchanged topics can't be moved
              .catch(() => {})
        }
      }
    }
    try {
      await holds(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), run), { runs: 12 })
    } finally {
      await twin?.stop()
      await twin?.db.close()
    }
  },
  explorationPatience,
)

async function agrees(org: Organization, id: UserId): Promise<void> {
  await org.readAtPosition(async (tx) => {
    const channels = org.get(channelsCache)
    const receiving = receivingOf(await org.fetch(subscriptionsCache, id, tx), channels)
    const list = await unreadList(tx, org, id, { receiving, channels, limit, keepFrom: 1 })
    assert.deepEqual(
      comparable([...list.places.values()].flatMap(({ topics }) => topics)),
      comparable(await unreadByTopic(tx, id, receiving, limit)),
    )
  })
}

const comparable = (topics: readonly UnreadTopic[]) =>
  topics
    .map(({ conversation_id, topic, ids, wildcard_ids }) => ({ conversation_id, topic, ids, wildcard_ids }))
    .sort((a, b) => (a.ids[0] as number) - (b.ids[0] as number))
