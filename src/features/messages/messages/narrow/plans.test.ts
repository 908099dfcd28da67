import type { CompiledQuery } from 'kysely'
import type { MessageId } from '#contract'
import { raw, type Tx } from '#platform/db'
import { assert, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { subscriptionsCache } from '../../../channels/subscriptions/cache.ts'
import { left, take } from '../due/search-words.ts'
import { newestConversations } from '../recent-conversations/newest-conversations.ts'
import { planned } from '../store/marked-messages.ts'
import { findMarkedRange } from './marked-range.ts'
import { type Narrow, resolveNarrow } from './narrow.ts'
import { findMessages, planning } from './select.ts'
import { parseTerms } from './terms.ts'

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Node[]
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

function sortedTable(node: Node): string | undefined {
  if (!node['Node Type'].endsWith('Sort')) return
  let below: Node | undefined = node
  while (below?.Plans?.length === 1) below = below.Plans[0]
  if (below?.['Index Name'] === 'message_pkey') return
  return below?.['Node Type'].includes('Scan') ? below['Relation Name'] : undefined
}

function recorded(tx: Tx): { asked: CompiledQuery[]; recording: Tx } {
  const asked: CompiledQuery[] = []
  const executeQuery = (query: CompiledQuery) => {
    asked.push(query)
    return tx.executeQuery(query)
  }
  return { asked, recording: { executeQuery } as unknown as Tx }
}

const narrows: Record<string, unknown[]> = {
  'all that there is': [],
  'a channel': [['channel', 'plans busy']],
  'a topic': [
    ['channel', 'plans busy'],
    ['topic', 'Topic 3'],
  ],
  'a topic in any channel': [['topic', 'topic 3']],
  'a sender': [['sender', 'me']],
  starred: [['is', 'starred']],
  unread: [['is', 'unread']],
  reactions: [['has', 'reaction']],
  'a word': [['search', 'teapot']],
  'two words': [['search', 'teapot kettle']],
  'a word in a channel': [
    ['channel', 'plans quiet'],
    ['search', 'kettle'],
  ],
  'without a word': [{ operator: 'search', operand: 'teapot', negated: true }],
}

test('whatever the planner estimates, messages are read through indexes and in order', async ({ ada, society }) => {
  const { org } = society
  const busy = await makeChannel(org, 'plans busy', [ada])
  const quiet = await makeChannel(org, 'plans quiet', [ada])
  const ids: number[] = []
  for (const to of [busy, quiet]) ids.push(await ada.sends('kettle', { channel: to, topic: 'topic' }))
  const subscriptions = await org.fetch(subscriptionsCache, ada.id)
  const viewer = org.viewer(ada.id)
  assert.ok(viewer)
  const reader = { org, viewer, subscriptions }
  const wrong: string[] = []
  const look = async (tx: Tx, what: string, asked: readonly CompiledQuery[]) => {
    for (const query of asked) {
      if (query.sql.includes('json_agg')) {
        if (query.sql.includes('set_config')) await raw(tx, `select ${planning('off')}`, [])
        const explained = await raw<{ 'QUERY PLAN': [{ Plan: Node }] }>(tx, `explain (format json) ${query.sql}`, [
          ...query.parameters,
        ])
        for (const node of explained.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))) {
          if (node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'message')
            wrong.push(`${what}: reads all messages`)
          if (node['Index Name'] === 'message_pkey' && !node['Index Cond']?.startsWith('(id = '))
            wrong.push(`${what}: walks over messages of every conversation`)
          if (sortedTable(node) === 'message') wrong.push(`${what}: sorts what it reads of message`)
        }
      }
      // with the settings that it leaves to the next
      await tx.executeQuery(query)
    }
  }
  /** For the statement that finds messages with the reader's flags: every table is read by an index condition. */
  const lookAtMarked = async (tx: Tx, what: string, narrow: Narrow) => {
    const { asked, recording } = recorded(tx)
    await raw(tx, 'savepoint looked', [])
    await raw(tx, `select ${planned}`, [])
    const range = { anchor: ids[1] as number, before: 20, after: 20, includeAnchor: true }
    await findMarkedRange(narrow, range, (work) => work(recording))
    for (const query of asked) {
      const explained = await raw<{ 'QUERY PLAN': [{ Plan: Node }] }>(tx, `explain (format json) ${query.sql}`, [
        ...query.parameters,
      ])
      for (const node of explained.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))) {
        const table = node['Relation Name']
        if (table && !node['Index Cond']) wrong.push(`${what}: reads all of ${table}`)
        if (sortedTable(node)) wrong.push(`${what}: sorts what it reads of ${sortedTable(node)}`)
      }
    }
    await raw(tx, 'rollback to savepoint looked', [])
  }
  const explain = async (tx: Tx, statistics: string) => {
    for (const [what, terms] of Object.entries(narrows)) {
      const { asked, recording } = recorded(tx)
      const parsed = parseTerms(
        terms.map((term) => (Array.isArray(term) && term[1] === 'me' ? [term[0], ada.id] : term)) as never,
      )
      const narrow = await resolveNarrow(tx, reader, parsed)
      await findMessages(recording, narrow, {
        before: { below: ids[1] as number, limit: 20 },
        after: { from: 0, limit: 20 },
      })
      await look(tx, `${what}, ${statistics}`, asked)
      if (['all that there is', 'a channel', 'a topic'].includes(what))
        await lookAtMarked(tx, `${what} with flags, ${statistics}`, narrow)
    }
    for (const before of [undefined, ids[1]])
      for (const [what, steps] of Object.entries({ newest: [100], all: [] })) {
        const { asked, recording } = recorded(tx)
        await newestConversations(recording, reader, { before: before as MessageId, limit: 20 }, steps)
        await look(tx, `conversations of the ${what}, ${statistics}`, asked)
      }
  }
  class Undone extends Error {}
  await org.db
    .transaction(async (tx) => {
      await raw(
        tx,
        `insert into message (org_id, conversation_id, sender_id, client, topic, content, rendered_content,
           renderer_version, sent_at, sender_read)
         select m.org_id, m.conversation_id, m.sender_id, m.client, 'topic ' || n % 9, case when n < 500 then 'teapot' else 'cup' end,
           m.rendered_content, m.renderer_version, m.sent_at, true
         from generate_series(1, 6000) n join message m on m.id = case n % 12 when 0 then $2::bigint else $1::bigint end`,
        ids,
      )
      await raw(
        tx,
        `insert into message_words (org_id, message_id, words)
         select m.org_id, m.id, words_of(m.org_id, m.conversation_id, m.sender_id, m.id, m.topic, m.content)
         from message m where m.org_id = $1 on conflict do nothing`,
        [org.id],
      )
      await explain(tx, 'without statistics')
      await raw(tx, 'analyze message, message_words', [])
      await explain(tx, 'with statistics')
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  assert.deepEqual(wrong, [])
})

test('only words that are common nearby are scanned for in thousands of messages', async ({ ada, society }) => {
  const { org } = society
  const channel = await makeChannel(org, 'rare words', [ada])
  const first = await ada.sends('cup', { channel, topic: 'topic' })
  await org.db.transaction((tx) =>
    raw(
      tx,
      `insert into message (org_id, conversation_id, sender_id, client, topic, content, rendered_content,
         renderer_version, sent_at, sender_read)
       select org_id, conversation_id, sender_id, client, topic,
         case when n > 388 then 'kettle' when n = 388 then 'teapot' else content end,
         rendered_content, renderer_version, sent_at, true
       from generate_series(1, 400) n join message on id = $1`,
      [first],
    ),
  )
  while ((await left(org, 'taken')) > 0) await take(org, 'taken', 1_000)
  const viewer = org.viewer(ada.id)
  assert.ok(viewer)
  const reader = { org, viewer, subscriptions: await org.fetch(subscriptionsCache, ada.id) }
  const scans = (word: string) =>
    org.db.read(async (tx) => {
      const { asked, recording } = recorded(tx)
      const narrow = await resolveNarrow(tx, reader, parseTerms([['search', word]] as never))
      const wanted = { before: { below: Number.MAX_SAFE_INTEGER, limit: 101 } }
      const { before } = await findMessages(recording, narrow, wanted)
      return [before.length, asked.filter(({ sql }) => sql.includes('near as materialized')).length]
    })
  assert.deepEqual(await scans('kettle'), [12, 2])
  assert.deepEqual(await scans('teapot'), [1, 1])
})
