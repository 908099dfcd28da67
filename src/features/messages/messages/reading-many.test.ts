import { asChannelId, type ConversationId } from '#contract'
import { assert, type Person, test, type Watch } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { multiply } from '../../../../test/harness/many-messages.ts'
import { channelsCache } from '../../channels/channels/cache.ts'
import { subscriptionsCache } from '../../channels/subscriptions/cache.ts'
import { muteUser } from '../mutes/users/api.ts'
import { receivingOf } from './access/receiving-conversations.ts'
import { markChannelAsRead, markTopicAsRead, updateMessageFlags } from './api/flags.ts'
import { unreadPart } from './store/unread-parts.ts'

const read = async (watch: Watch) =>
  (await watch.of('update_message_flags', 'add')).map((event) => event.messages as number[])

test('thousands of messages are marked as read in steps, and clients end up consistent', async ({
  ada,
  ben,
  cleo,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  await multiply(ada, await ada.sends('Hello', { channel: lunch, topic: 'soup' }), 2_100)
  await multiply(cleo, await cleo.sends('Hello', { channel: lunch, topic: 'bread' }), 1_100)
  await multiply(ada, await ada.sends('Hello', { channel: lunch, topic: 'rice' }), 5_500)
  const watch = await ben.register('message', 'update_message_flags')
  const steps: number[][] = []
  const since = async () => {
    const events = await read(watch)
    const before = steps.flat().length
    steps.push(events.slice(before).map(({ length }) => length))
    await watch.agreesWithFreshRegister()
    return new Set(events.slice(before).flat()).size
  }
  await ben.call(markTopicAsRead, { stream_id: lunch, topic_name: 'Soup' })
  assert.equal(await since(), 2_101)
  await ben.call(muteUser, { muted_user_id: cleo.id })
  assert.equal(await since(), 1_101)
  await ben.call(markChannelAsRead, { stream_id: lunch })
  assert.equal(await since(), 5_501)
  const [topic, muted, channel] = steps as [number[], number[], number[]]
  assert.deepEqual(
    [topic, muted],
    [
      [1_000, 1_000, 101],
      [1_000, 101],
    ],
  )
  // already read messages are skipped
  assert.ok(channel.length > 1 && channel.every((length) => length <= 5_000), `${channel}`)
})

test('the batches of unread messages cover each once, without later ones', async ({ ada, ben, cleo, society }) => {
  const { org } = society
  const channels = [
    await makeChannel(org, 'first', [ada, ben, cleo]),
    await makeChannel(org, 'second', [ada, ben, cleo]),
  ]
  const sent: { id: number; at: number; topic: string; from: Person }[] = []
  for (let n = 0; n < 40; n++) {
    const from = n % 3 === 0 ? cleo : ada
    const at = channels[n % 5 === 0 ? 0 : 1] as number
    const topic = n % 2 ? 'Even' : 'even'
    sent.push({
      id: await from.sends('Hello', { channel: at, topic: n % 4 === 0 ? 'odd' : topic }),
      at,
      topic: n % 4 === 0 ? 'odd' : 'even',
      from,
    })
  }
  const gone = sent.filter((_, n) => n % 7 === 2).map(({ id }) => id)
  await ben.call(updateMessageFlags, { messages: gone, op: 'add', flag: 'read' })
  const later = sent[35]?.id as number
  const unread = sent.filter(({ id }) => id < later && !gone.includes(id))
  await org.db.read(async (tx) => {
    const receiving = receivingOf(await org.fetch(subscriptionsCache, ben.id, tx), org.get(channelsCache))
    const conversation = (at: number) =>
      org.get(channelsCache).byId.get(asChannelId(at))?.conversationId as ConversationId
    const places = channels.flatMap((at) => [
      { place: { conversationId: conversation(at) }, holds: (one: (typeof sent)[0]) => one.at === at },
      {
        place: { conversationId: conversation(at), topic: 'EVEN' },
        holds: (one: (typeof sent)[0]) => one.at === at && one.topic === 'even',
      },
      { place: { senderId: cleo.id }, holds: (one: (typeof sent)[0]) => one.from === cleo },
    ])
    for (const { place, holds } of places)
      for (const most of [1, 3, 100]) {
        const found: number[] = []
        for (let from: number | null = 1; from !== null; ) {
          const part = await unreadPart(tx, ben.id, receiving, place, { from, before: later, most })
          assert.ok(part.ids.length <= most)
          found.push(...part.ids)
          from = part.next
        }
        assert.deepEqual(
          found,
          unread.filter(holds).map(({ id }) => id),
        )
      }
  })
})
