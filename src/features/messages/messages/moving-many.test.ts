import type { CompiledQuery } from 'kysely'
import { asChannelId } from '#contract'
import { raw } from '#platform/db'
import type { Organization } from '#platform/organization'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { multiply } from '../../../../test/harness/many-messages.ts'
import { channelsCache } from '../../channels/channels/cache.ts'
import type { Channel } from '../../channels/channels/channel.ts'
import { policies, type UserTopic, updateUserTopic } from '../../channels/user-topics/api.ts'
import { deleteTopic } from './api/delete.ts'
import { updateMessage } from './api/edit.ts'
import { cannotPost, sendMessage } from './api/send.ts'
import { messagesMoved } from './hooks.ts'
import type { IdRanges } from './store/id-ranges.ts'
import { beginsBefore, oldestMessage } from './store/move.ts'

test('five hundred messages move with as many statements as one', async ({ ada, ben, cleo, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const dinner = await makeChannel(society.org, 'dinner', [ada, ben])
  const { db } = society.org
  const counts: number[][] = []
  for (const count of [1, 500]) {
    const topic = `topic of ${count}`
    const id = await ada.sends('Hello', { channel: lunch, topic })
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
    // the server's own jobs run queries, too
    many.every((count, index) => count <= (few[index] as number) + 2),
    `${few} for one message, ${many} for five hundred`,
  )
  const { conversationId } = society.org.get(channelsCache).byId.get(dinner) as { conversationId: number }
  const left = async () =>
    Number(
      (
        await db.read((tx) =>
          raw<{ count: number }>(tx, 'select count(*) from message where conversation_id = $1 and topic like $2', [
            conversationId,
            '%500 renamed',
          ]),
        )
      )[0]?.count,
    )
  assert.equal(await left(), 500)
  const { complete } = await ada.call(deleteTopic, { stream_id: dinner, topic_name: 'topic of 500 renamed' })
  assert.deepEqual([complete, await left()], [true, 0])
})

const quiet = { send_notification_to_new_thread: false }

async function countIn(org: Organization, channelId: number, topic: string): Promise<number> {
  const { conversationId } = org.get(channelsCache).byId.get(asChannelId(channelId)) as Channel
  const rows = await org.db.read((tx) =>
    raw(tx, 'select id from message where conversation_id = $1 and lower(topic) = $2', [conversationId, topic]),
  )
  return rows.length
}

/** Creates a topic of this size in a new channel; returns the ID of the second message. */
async function makeTopic(people: [Person, ...Person[]], org: Organization, size: number) {
  const [ada] = people
  const lunch = await makeChannel(org, 'lunch', people)
  const soup = { type: 'channel', to: lunch, topic: 'soup', content: 'Hello' } as const
  await ada.call(sendMessage, soup)
  const { id } = await ada.call(sendMessage, soup)
  await multiply(ada, id, size - 2)
  return { lunch, id }
}

async function noticeIn(person: Person, topic: string) {
  const { messages } = await person.send('GET', '/messages', {
    anchor: 'newest',
    num_before: 5_000,
    num_after: 0,
    narrow: [['topic', topic]],
    apply_markdown: false,
  })
  const notices = (messages as { id: number; content: string; sender_id: number }[]).filter(
    ({ sender_id }) => sender_id !== person.id,
  )
  assert.equal(notices.length, 1)
  return notices[0] as { id: number; content: string }
}

test('a topic of thousands moves in steps, the named message last, and loses nothing', async ({
  ada,
  ben,
  cleo,
  society,
}) => {
  const { org } = society
  const size = 4_300
  const dinner = await makeChannel(org, 'dinner', [ada, ben])
  const { lunch, id } = await makeTopic([ada, ben, cleo], org, size)
  await cleo.call(updateUserTopic, { stream_id: lunch, topic: 'soup', visibility_policy: policies.muted })
  await ben.call(updateUserTopic, { stream_id: lunch, topic: 'soup', visibility_policy: policies.followed })
  const watch = await ben.register()
  const parts: number[][] = []
  const seen = async () => {
    const events = (await watch.of('update_message')).slice(parts.length)
    for (const { message_ids } of events) parts.push(message_ids as number[])
    const ids = events.flatMap(({ message_ids }) => message_ids as number[])
    assert.deepEqual([ids.length, new Set(ids).size], [size, size])
    assert.ok(events.length > 3, `${events.length} steps`)
    const withNamed = events.filter(({ message_ids }) => (message_ids as number[]).includes(id))
    assert.deepEqual(withNamed, [events.at(-1)])
    await watch.agreesWithFreshRegister({ except: ['max_message_id'] })
  }
  const move = (params: object) => ada.call(updateMessage, { message_id: id, propagate_mode: 'change_all', ...params })
  await move({ topic: 'stew' })
  await seen()
  assert.deepEqual([await countIn(org, lunch, 'soup'), await countIn(org, lunch, 'stew')], [0, size + 1])
  const policyOf = async (person: Person) =>
    (await person.send('POST', '/register', { fetch_event_types: ['user_topic'] })).user_topics as UserTopic[]
  const told = async (person: Person) => (await policyOf(person)).map((one) => [one.topic_name, one.visibility_policy])
  assert.deepEqual([await told(ben), await told(cleo)], [[['stew', policies.followed]], [['stew', policies.muted]]])
  const notice = await noticeIn(ada, 'stew')
  assert.match(notice.content, /^This topic was moved here from .*soup/)
  await ada.send('DELETE', `/messages/${notice.id}`)
  await move({ stream_id: dinner, ...quiet })
  await seen()
  assert.deepEqual([await countIn(org, lunch, 'stew'), await countIn(org, dinner, 'stew')], [0, size])
})

test('a large change_later move takes only later messages, and the notice counts them', async ({ ada, society }) => {
  const { lunch, id } = await makeTopic([ada], society.org, 4_100)
  await ada.call(updateMessage, { message_id: id, propagate_mode: 'change_later', topic: 'stew' })
  assert.deepEqual(
    [await countIn(society.org, lunch, 'soup'), await countIn(society.org, lunch, 'stew')],
    [1, 4_099 + 1],
  )
  assert.match((await noticeIn(ada, 'stew')).content, /^4,099 messages were moved here/)
})

test('an interrupted move continues when requested again', async ({ ada, ben, society }) => {
  const size = 4_100
  const { lunch, id } = await makeTopic([ada, ben], society.org, size)
  const watch = await ben.register()
  let parts = 0
  const end = messagesMoved
    .handledBy(async ({ org }) => {
      if (org === society.org && ++parts === 2) throw cannotPost({}, { name: 'lunch' })
    })
    .connect()
  const move = () => ada.call(updateMessage, { message_id: id, propagate_mode: 'change_all', topic: 'stew', ...quiet })
  try {
    await assert.rejects(move())
    const left = await countIn(society.org, lunch, 'soup')
    assert.ok(left > 0 && left < size, `${left} are left`)
    assert.equal(left + (await countIn(society.org, lunch, 'stew')), size)
    await watch.agreesWithFreshRegister()
    await move()
  } finally {
    end()
  }
  assert.deepEqual([await countIn(society.org, lunch, 'soup'), await countIn(society.org, lunch, 'stew')], [0, size])
  await watch.agreesWithFreshRegister()
})

test('a repeated move joins what it moved before', async ({ ada, ben, cleo, society }) => {
  const size = 4_100
  const { lunch, id } = await makeTopic([ada, ben, cleo], society.org, size)
  await ben.call(updateUserTopic, { stream_id: lunch, topic: 'soup', visibility_policy: policies.followed })
  await cleo.call(updateUserTopic, { stream_id: lunch, topic: 'soup', visibility_policy: policies.muted })
  let left = 0
  const end = messagesMoved
    .handledBy(async ({ org }, { isWhole }) => {
      if (org === society.org && !isWhole && left++ > 0) throw cannotPost({}, { name: 'lunch' })
    })
    .connect()
  const move = () => ada.call(updateMessage, { message_id: id, propagate_mode: 'change_all', topic: 'stew' })
  await assert.rejects(move()).finally(end)
  const rest = await countIn(society.org, lunch, 'soup')
  assert.ok(rest > 0 && rest < size)
  await move()
  assert.deepEqual(
    [await countIn(society.org, lunch, 'soup'), await countIn(society.org, lunch, 'stew')],
    [0, size + 1],
  )
  assert.match((await noticeIn(ada, 'stew')).content, /^This topic was moved here from .*soup/)
  const told = async (person: Person) =>
    ((await person.send('POST', '/register', { fetch_event_types: ['user_topic'] })).user_topics as UserTopic[]).map(
      (one) => [one.topic_name, one.visibility_policy],
    )
  assert.deepEqual([await told(ben), await told(cleo)], [[['stew', policies.followed]], []])
})

test('whether a topic is too old to move depends on its first message', async ({ ada, society }) => {
  const { org } = society
  const { lunch } = await makeTopic([ada], org, 1_000)
  const { conversationId } = org.get(channelsCache).byId.get(asChannelId(lunch)) as Channel
  await org.db.transaction((tx) => raw(tx, 'analyze message', []))
  const first = await org.db.read((tx) => oldestMessage(tx, conversationId))
  const read: number[] = []
  const rowsOf = (node: PlanNode): number =>
    node['Relation Name'] === 'message' ? node['Actual Rows'] : Math.max(0, ...(node.Plans ?? []).map(rowsOf))
  await org.db.read(async (tx) => {
    const watched = {
      async executeQuery(query: CompiledQuery) {
        const explain = `explain (analyze, format json) ${query.sql}`
        const plans = await raw<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(tx, explain, [...query.parameters])
        read.push(...plans.map((row) => rowsOf(row['QUERY PLAN'][0].Plan)))
        return tx.executeQuery(query)
      },
    } as unknown as typeof tx
    const soon = new Date(Date.now() + 60_000)
    const begins = (time: Date, ranges: IdRanges) => beginsBefore(watched, conversationId, 'Soup', ranges, time)
    assert.deepEqual([await begins(soon, null), await begins(new Date(0), null)], [true, false])
    assert.deepEqual([await begins(soon, [[Number(first) + 500, null]]), await begins(soon, [])], [true, false])
  })
  assert.deepEqual(read, [1, 1, 1, 0])
})

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly Plans?: PlanNode[]
}

test('two concurrent moves of a large topic keep it in one piece', async ({ ada, ben, society }) => {
  const size = 4_100
  const { lunch, id } = await makeTopic([ada, ben], society.org, size)
  const move = (person: Person, topic: string) =>
    person.call(updateMessage, { message_id: id, propagate_mode: 'change_all', topic, ...quiet })
  await Promise.all([move(ada, 'stew'), move(ben, 'broth'), move(ada, 'bisque')])
  const counts = await Promise.all(
    ['soup', 'stew', 'broth', 'bisque'].map((topic) => countIn(society.org, lunch, topic)),
  )
  assert.deepEqual(counts.toSorted(), [0, 0, 0, size])
})
