import type { CompiledQuery } from 'kysely'
import type { ConversationId } from '#contract'
import { raw, type Tx } from '#platform/db'
import { assert, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import * as store from './store.ts'

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Message rows that a plan reads, including discarded ones. */
const rowsRead = (plan: Node): number =>
  nodesOf(plan)
    .filter((node) => node['Relation Name'] === 'message')
    .map((node) => {
      const each =
        node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
      return each * node['Actual Loops']
    })
    .reduce((sum, rows) => sum + rows, 0)

/** The queries that `read` runs, however they are built. */
async function askedBy(tx: Tx, read: (tx: Tx) => Promise<unknown>): Promise<CompiledQuery[]> {
  const asked: CompiledQuery[] = []
  const executor = tx.getExecutor()
  const { executeQuery } = executor
  executor.executeQuery = (query) => {
    asked.push(query)
    return executeQuery.call(executor, query) as never
  }
  try {
    await read(tx)
  } finally {
    executor.executeQuery = executeQuery
  }
  return asked
}

const inHistory = 20_000

test('no page reads more history than it shows, with or without statistics', async ({ ada, society }) => {
  const { org } = society
  const open = async (name: string): Promise<ConversationId> => {
    const id = await makeChannel(org, name, [ada], { is_web_public: true })
    return org.get(channelsCache).byId.get(id)?.conversationId as ConversationId
  }
  await ada.send('PATCH', '/realm', { enable_spectator_access: true })
  const [busy, quiet, old] = [await open('plans busy'), await open('plans quiet'), await open('plans old')]
  const wrong: string[] = []
  class Undone extends Error {}
  await org.db
    .transaction(async (tx) => {
      await raw(
        tx,
        `insert into message (org_id, conversation_id, sender_id, client, topic, content, rendered_content,
           renderer_version, sent_at, sender_read)
         select $1, case when n < ${inHistory / 10} then $5::bigint when n % 100 = 0 then $3 else $2::bigint end, $4, 'test', 'Topic ' || n % 50, 'Hi', '<p>Hi</p>',
           1, now(), true
         from generate_series(1, ${inHistory}) n`,
        [org.id, busy, quiet, ada.id, old],
      )
      const [{ first, last } = { first: 0, last: 0 }] = await raw<{ first: number; last: number }>(
        tx,
        'select min(id) as first, max(id) as last from message where conversation_id = $1',
        [busy],
      )
      const middle = Math.floor((first + last) / 2)
      const reads: Record<string, [most: number, read: (tx: Tx) => Promise<unknown>]> = {
        'a topic from its beginning': [51, (it) => store.messagesOfTopic(it, busy, 'topic 3', 'from', 0, 51)],
        'a topic from the middle': [51, (it) => store.messagesOfTopic(it, busy, 'topic 3', 'from', middle, 51)],
        'a topic before the middle': [51, (it) => store.messagesOfTopic(it, busy, 'topic 3', 'before', middle, 51)],
        'the end of a topic': [51, (it) => store.messagesOfTopic(it, busy, 'topic 3', 'before', last + 1, 51)],
        'a topic that is none': [1, (it) => store.messagesOfTopic(it, busy, 'nothing', 'from', 0, 51)],
        'the newest topics': [1_000, (it) => store.newestTopics(it, busy, 1_000)],
        'the newest topics of a quiet channel': [1_000, (it) => store.newestTopics(it, quiet, 1_000)],
        'the newest topics of a channel of long ago': [1_000, (it) => store.newestTopics(it, old, 1_000)],
        'a topic of long ago': [51, (it) => store.messagesOfTopic(it, old, 'topic 3', 'before', last, 51)],
        // one step per topic, plus its newest message
        'topics by name': [42, (it) => store.topicsByName(it, busy, '', 'from', 20)],
        'topics before a name': [42, (it) => store.topicsByName(it, busy, 'topic 5', 'before', 20)],
        'the newest of all': [90, (it) => store.newestMessages(it, [busy, quiet, old], 30)],
        'where the history begins and ends': [6, (it) => store.extentOf(it, [busy, quiet, old])],
        // a part of the sitemap covers an ID range, and checks once after each topic
        'a part of the map': [1_100, (it) => store.topicsNewestWithin(it, [busy, quiet, old], middle, middle + 1_000)],
      }
      const look = async (statistics: string) => {
        for (const [what, [most, read]] of Object.entries(reads)) {
          const asked = await askedBy(tx, read)
          assert.ok(asked.length > 0, what)
          for (const { sql, parameters } of asked) {
            const explained = await raw<{ 'QUERY PLAN': [{ Plan: Node }] }>(
              tx,
              `explain (analyze, timing off, format json) ${sql}`,
              [...parameters],
            )
            const rows = explained.reduce((sum, row) => sum + rowsRead(row['QUERY PLAN'][0].Plan), 0)
            if (rows > most) wrong.push(`${what}, ${statistics}: ${rows} rows`)
          }
        }
      }
      await look('without statistics')
      await raw(tx, 'analyze message', [])
      await look('with statistics')
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  assert.deepEqual(wrong, [])
})
