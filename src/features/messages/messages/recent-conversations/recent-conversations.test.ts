import type { MessageId } from '#contract'
import type { Viewer } from '#platform/viewer'
import { assert, chance, type Person, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { fewestStatements } from '../../../../../test/harness/fewest-statements.ts'
import { multiply } from '../../../../../test/harness/many-messages.ts'
import { unsubscribeFromChannels } from '../../../channels/subscriptions/api.ts'
import { subscriptionsCache } from '../../../channels/subscriptions/cache.ts'
import { getMessages } from '../api/fetch.ts'
import { updateMessageFlags } from '../api/flags.ts'
import { getRecentConversations, type RecentConversation } from './api.ts'
import { newestConversations } from './newest-conversations.ts'

const placeOf = ({ stream_id, topic, user_ids }: RecentConversation) => (stream_id ? topic : user_ids)

async function pages(person: Person, limit: number): Promise<RecentConversation[][]> {
  const all: RecentConversation[][] = []
  for (;;) {
    const before = all.at(-1)?.at(-1)?.newest_message_id
    const { conversations, found_oldest } = await person.call(getRecentConversations, {
      limit,
      ...(before === undefined ? {} : { before }),
    })
    if (conversations.length > 0) all.push(conversations)
    if (found_oldest) return all
  }
}

async function fromMessages(person: Person) {
  const { messages } = await person.call(getMessages, {
    anchor: 'newest',
    num_before: 5_000,
    num_after: 0,
    allow_empty_topic_name: true,
  })
  const found = new Map<
    string,
    { newest_message_id: number; timestamp: number; unread: number; sender_ids: number[]; looked: number }
  >()
  for (const {
    id,
    type,
    stream_id,
    subject,
    display_recipient,
    flags,
    sender_id,
    timestamp,
  } of messages.toReversed()) {
    const key = type === 'stream' ? `${stream_id} ${subject.toLowerCase()}` : JSON.stringify(display_recipient)
    const one = found.get(key) ?? { newest_message_id: id, timestamp, unread: 0, sender_ids: [], looked: 0 }
    found.set(key, one)
    if (one.looked++ < 1_000 && !flags?.includes('read')) one.unread++
    if (!one.sender_ids.includes(sender_id)) one.sender_ids.push(sender_id)
  }
  return [...found.values()].map(({ looked: _looked, ...one }) => one)
}

const asFetched = ({ newest_message_id, timestamp, unread_count, sender_ids }: RecentConversation) => ({
  newest_message_id,
  timestamp,
  unread: unread_count,
  sender_ids,
})

test('topics and direct conversations are ordered by their newest messages', async ({ ada, ben, cleo, society }) => {
  const design = await makeChannel(society.org, 'design', [ada, ben, cleo])
  await ben.sends('Hello', { channel: design, topic: 'Release' })
  const own = await ada.sends('Hello', { channel: design, topic: 'colours' })
  await cleo.sends('Hello', ada)
  const group = await ben.sends('Hello', [ada, cleo])
  const alone = await ada.sends('Hello', ada)
  const general = await cleo.sends('Hello', { channel: design, topic: '' })
  await ben.sends('Hello', { channel: design, topic: 'release' })
  const newest = await cleo.sends('Hello', { channel: design, topic: 'RELEASE' })
  const found = (await ada.call(getRecentConversations)).conversations.slice(0, 6)
  assert.deepEqual(
    found.map((one) => [placeOf(one), one.unread_count, one.sender_ids, one.participated]),
    [
      ['RELEASE', 3, [cleo.id, ben.id], false],
      ['', 1, [cleo.id], false],
      [[ada.id], 0, [ada.id], true],
      [[ben.id, cleo.id].sort((a, b) => a - b), 1, [ben.id], false],
      [[cleo.id], 1, [cleo.id], false],
      ['colours', 1, [ada.id], true],
    ],
  )
  assert.deepEqual(
    found.map(({ newest_message_id }) => newest_message_id),
    [newest, general, alone, group, group - 1, own],
  )
})

test('all pages together equal the conversations of all fetchable messages', async ({
  ada,
  ben,
  cleo,
  gus,
  society,
}) => {
  const { org } = society
  const random = chance(7)
  const below = (count: number) => Math.floor(random() * count)
  const people = [ada, ben, cleo, gus]
  const open = await makeChannel(society.org, 'open', people)
  const secret = await makeChannel(society.org, 'secret', [ada, ben], {
    invite_only: true,
    history_public_to_subscribers: false,
  })
  const talk = async (count: number, topics: number, writers = 4) => {
    for (let sent = 0; sent < count; sent++) {
      const at = below(6)
      const topic = `topic ${below(topics)}`
      if (at === 0) await (people[below(4)] as Person).sends('Hello', people[below(4)] as Person)
      else if (at === 1) await ([ada, ben][below(2)] as Person).sends('Hello', { channel: secret, topic })
      else
        await (people[below(writers)] as Person).sends('Hello', {
          channel: open,
          topic: below(2) ? topic : topic.toUpperCase(),
        })
    }
  }
  await talk(40, 20)
  await cleo.send('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'open' }] })
  await ada.send('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'secret' }], principals: [cleo.id] })
  await talk(40, 40)
  await gus.call(unsubscribeFromChannels, { subscriptions: ['open'] })
  await talk(20, 10, 3)
  const { messages } = await ben.call(getMessages, { anchor: 'newest', num_before: 60, num_after: 0 })
  await ben.call(updateMessageFlags, {
    messages: messages.flatMap(({ id }) => (below(2) ? [id] : [])),
    op: 'add',
    flag: 'read',
  })
  const agree = async () => {
    for (const person of people) {
      const all = await fromMessages(person)
      for (const limit of [7, 100]) {
        const found = await pages(person, limit)
        assert.deepEqual(found.flat().map(asFetched), all, `${limit} for ${person.name}`)
        assert.ok(found.slice(0, -1).every((page) => page.length === limit))
      }
      // without scanning the newest messages
      const reader = {
        org,
        viewer: org.viewer(person.id) as Viewer,
        subscriptions: await org.fetch(subscriptionsCache, person.id),
      }
      const middle = all[Math.floor(all.length / 2)]?.newest_message_id as MessageId
      for (const before of [undefined, middle])
        for (const limit of [7, 100]) {
          const found = await org.db.transaction((tx) => newestConversations(tx, reader, { before, limit }, []))
          assert.deepEqual(
            found.map(({ newest }) => newest),
            all.flatMap(({ newest_message_id: id }) => (before && id >= before ? [] : [id])).slice(0, limit),
          )
        }
    }
  }
  await agree()
  // more than the first scan covers, in a topic that some can't read
  await multiply(ada, await ada.sends('Hello', { channel: secret, topic: 'busy' }), 1_100)
  await agree()
})

test('deleted and unreadable conversations are left out', async ({ ada, ben, society }) => {
  const newcomer = await society.join('Nora')
  const before = (await ben.call(getRecentConversations)).conversations.length
  const secret = await makeChannel(society.org, 'secret', [ada, ben], { invite_only: true })
  await ada.sends('Hello', { channel: secret, topic: 'plans' })
  const gone = await ada.sends('Hello', { channel: secret, topic: 'gone' })
  await ada.send('DELETE', `/messages/${gone}`)
  await ada.sends('Hello', newcomer)
  const { conversations } = await ben.call(getRecentConversations)
  assert.deepEqual([conversations.length, conversations[0]?.topic], [before + 1, 'plans'])
  const [first, ...others] = (await newcomer.call(getRecentConversations)).conversations
  assert.deepEqual(first?.user_ids, [ada.id])
  assert.ok(others.every(({ stream_id }) => stream_id !== secret))
  await ben.call(unsubscribeFromChannels, { subscriptions: ['secret'] })
  assert.ok((await ben.call(getRecentConversations)).conversations.every(({ stream_id }) => stream_id !== secret))
  await ben.refusedRaw('GET', '/messages/recent-conversations', { limit: 101 })
  await ben.refusedRaw('GET', '/messages/recent-conversations', { limit: 0 })
  await ben.refusedRaw('GET', '/messages/recent-conversations', { before: 0 })
  assert.deepEqual(await ben.call(getRecentConversations, { before: 1 }), { conversations: [], found_oldest: true })
})

test("the number of statements doesn't grow with the data", async ({ ada, ben, society }) => {
  const design = await makeChannel(society.org, 'design', [ada, ben])
  await ada.sends('Hello', { channel: design, topic: 'one' })
  const few = await statements(ben)
  // four, in a transaction
  assert.ok(few <= 6, `${few} statements`)
  for (let topic = 0; topic < 60; topic++) await ada.sends('Hello', { channel: design, topic: `topic ${topic}` })
  assert.equal(await statements(ben), few)
  // and once more, further back
  await multiply(ada, await ada.sends('Hello', { channel: design, topic: 'many' }), 600)
  assert.equal(await statements(ben), few + 3)
})

const statements = (person: Person) =>
  fewestStatements(person.server.runtime.db, () => person.call(getRecentConversations))
