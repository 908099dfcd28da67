import { raw } from '#platform/db'
import type { Organization } from '#platform/organization'
import type { Server } from '#platform/serve'
import { assert, type Person, type TestOrganization, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { getMessages } from './api/fetch.ts'
import { wordsRepeated } from './due/search-words.ts'
import { listWords } from './due/word-list.ts'
import { takeFileWords } from './store/file-words.ts'
import { missingWords } from './store/search-words.ts'

async function takeWords(org: Organization, { steps = Number.POSITIVE_INFINITY } = {}): Promise<string[]> {
  const lines: string[] = []
  const server = { notice: (text: string) => void lines.push(text) } as unknown as Server
  await wordsRepeated.run(org, server, times(steps))
  return lines
}

function times(count: number): () => boolean {
  let asked = 0
  return () => asked++ < count
}

const listAllWords = (org: Organization) => listWords(org, times(Number.POSITIVE_INFINITY), { longestPauseMs: 0 })

/** An archive older than its index: the oldest message contains `oldest`, the newest `newest`, all of them `each`. */
async function makeArchive({ org }: TestOrganization, ada: Person, count: number): Promise<number[]> {
  const channel = await makeChannel(org, 'archive', [ada])
  const id = await ada.sends('each', { channel, topic: 'past' })
  return org.db.transaction(async (tx) => {
    const rows = await raw<{ id: number }>(
      tx,
      `insert into message (org_id, conversation_id, sender_id, client, topic, content, rendered_content,
         renderer_version, sent_at, sender_read)
       select org_id, conversation_id, sender_id, client, topic,
         content || case n when 1 then ' oldest' when $2 then ' newest' else '' end, rendered_content, renderer_version, sent_at, true
       from message, generate_series(1, $2::int) n where id = $1 returning id`,
      [id, count],
    )
    await raw(tx, 'delete from message_words where org_id = $1', [org.id])
    await raw(tx, 'delete from words_taken where org_id = $1', [org.id])
    return rows.map((row) => row.id)
  })
}

const search = (person: Person, words: string, num_before = 5) =>
  person.call(getMessages, { anchor: 'newest', num_before, num_after: 0, narrow: [['search', words]] })

test("a search finds an archive's newest messages at once and reports missing index entries", async ({
  ada,
  society,
}) => {
  const sent = await makeArchive(society, ada, 4_000)
  const newest = await search(ada, 'each newest')
  assert.deepEqual(
    newest.messages.map(({ id }) => id),
    [sent.at(-1)],
  )
  assert.deepEqual([newest.found_oldest, newest.history_limited], [true, true])
  const oldest = await search(ada, 'each oldest')
  assert.deepEqual([oldest.messages.length, oldest.history_limited], [0, true])
  const enough = await search(ada, 'each past')
  assert.deepEqual([enough.messages.length, enough.found_oldest, enough.history_limited], [5, false, false])
  const left = await society.org.db.read((tx) => missingWords(tx, society.org.id, 'taken'))
  assert.ok(
    left.length === 1 && (left[0]?.below ?? 0) > (sent[2_000] as number),
    'no search takes an archive by itself',
  )

  const begun = await takeWords(society.org, { steps: 16 })
  assert.match(begun.join(), /word index of organization \d+: indexing \d+ message IDs/)
  assert.ok((society.org.backlog.get('words of messages') ?? 0) > 0)
  const ended = await takeWords(society.org)
  assert.match(ended.at(-1) as string, /done$/)
  assert.equal(society.org.backlog.get('words of messages'), 0)

  const found = await search(ada, 'each oldest')
  assert.deepEqual(
    found.messages.map(({ id }) => id),
    [sent[0]],
  )
  assert.deepEqual([found.found_oldest, found.history_limited], [true, false])
})

test("a rare word is found in a message that isn't indexed yet", async ({ ada, society }) => {
  const sent = await makeArchive(society, ada, 1_500)
  const id = sent[500] as number
  await society.org.db.transaction((tx) =>
    raw(tx, `update message set content = content || ' middle' where id = $1`, [id]),
  )
  const { messages } = await search(ada, 'middle')
  assert.deepEqual(
    messages.map((message) => message.id),
    [id],
  )
})

test('indexing few messages logs nothing, whatever IDs are in between', async ({ ada, society }) => {
  const { org } = society
  const to = await makeChannel(org, 'between', [ada])
  const id = await ada.sends('kettle', { channel: to, topic: 'past' })
  await org.db.transaction((tx) =>
    raw(
      tx,
      `insert into message (id, org_id, conversation_id, sender_id, client, topic, content, rendered_content,
         renderer_version, sent_at, sender_read) overriding system value
       select id + 10000, org_id, conversation_id, sender_id, client, topic, content, rendered_content,
         renderer_version, sent_at, true from message where id = $1`,
      [id],
    ),
  )
  const gaps = await org.db.read((tx) => missingWords(tx, org.id, 'taken'))
  assert.ok(gaps.some(({ from, below }) => below - from > 5_000))
  assert.deepEqual(await takeWords(org), [])
  assert.deepEqual(
    (await search(ada, 'kettle')).messages.map((message) => message.id),
    [id, id + 10_000],
  )
})

test("exclusions and scans don't depend on the index", async ({ ada, society }) => {
  const sent = await makeArchive(society, ada, 400)
  const narrow = [
    { operator: 'search', operand: 'oldest', negated: true },
    { operator: 'channel', operand: 'archive', negated: false },
  ]
  const without = await ada.call(getMessages, { anchor: 'oldest', num_before: 0, num_after: 3, narrow })
  assert.deepEqual(without.messages.map(({ id }) => id).slice(-2), sent.slice(1, 3))
  const near = await ada.call(getMessages, {
    anchor: String(sent[20]),
    num_before: 30,
    num_after: 0,
    narrow: [['search', 'oldest']],
  })
  assert.deepEqual(
    near.messages.map(({ id }) => id),
    [sent[0]],
  )
})

test('a message edited before it is indexed is found by its new words', async ({ ada, society }) => {
  const sent = await makeArchive(society, ada, 400)
  await society.org.db.transaction((tx) =>
    raw(tx, `update message set content = 'otherwise' where id = any($1::bigint[])`, [[sent[0], sent[1]]]),
  )
  await takeWords(society.org)
  assert.deepEqual((await search(ada, 'otherwise past')).messages.length, 2)
  assert.deepEqual((await search(ada, 'oldest past')).messages.length, 0)
})

test('fuzzy matches wait for the index and report gaps in the word list', async ({ ada, society }) => {
  const { org } = society
  const sent = await makeArchive(society, ada, 4_000)
  const newest = sent.at(-1)
  await org.db.transaction(async (tx) => {
    const text = `content = 'each oldezt', rendered_content = '<p>each oldezt</p>'`
    await raw(tx, `update message set ${text} where id = $1`, [newest])
    await raw(tx, 'delete from search_word where org_id = $1', [org.id])
  })
  const tried = async (word: string) => {
    const params = { anchor: 'newest', num_before: 5, num_after: 0, narrow: [['search', word]], near_words: true }
    const { messages, history_limited, near_words } = await ada.call(getMessages, params)
    return [messages.map(({ id }) => id), history_limited, near_words?.map(({ near }) => near)]
  }
  // the word is in a message that isn't indexed yet
  assert.deepEqual(await tried('oldest'), [[], true, undefined])
  await takeWords(org)
  assert.deepEqual(await tried('oldest'), [[sent[0]], false, undefined])
  assert.deepEqual(await tried('oldezd'), [[newest], true, [['oldezt']]])
  await listAllWords(org)
  assert.deepEqual(await tried('oldezd'), [[newest], false, [['oldezt']]])
})

test('words are listed in the background, and searches list only the newest', async ({ ada, society }) => {
  const { org } = society
  const sent = await makeArchive(society, ada, 600)
  await org.db.transaction((tx) => raw(tx, 'delete from search_word where org_id = $1', [org.id]))
  await takeWords(org)
  const before = await search(ada, '*ldes*')
  assert.deepEqual([before.messages.length, before.history_limited], [0, true])
  assert.deepEqual((await search(ada, '*ewes*')).messages.length, 1)
  const gaps = await org.db.read((tx) => missingWords(tx, org.id, 'listed'))
  assert.ok(gaps.some(({ from, below }) => below - from > 300))
  // the process ends in between, and continues
  await listWords(org, times(1))
  assert.ok((org.backlog.get('list of words') ?? 0) > 0)
  await listAllWords(org)
  assert.equal(org.backlog.get('list of words'), 0)
  const after = await search(ada, '*ldes*')
  assert.deepEqual([after.messages.map(({ id }) => id), after.history_limited], [[sent[0]], false])
})

test("words are inserted in a fixed order, so concurrent transactions don't deadlock", async ({ ada, society }) => {
  const { org } = society
  const channel = await makeChannel(org, 'kitchen', [ada])
  // many, and unordered
  const text = (mark: string) => Array.from({ length: 90 }, (_, n) => `${mark}${(n * 53) % 97}`).join(' ')
  const id = await ada.sends(text('sent'), { channel, topic: 'soup' })
  await listAllWords(org)
  await ada.send('PATCH', `/messages/${id}`, { content: text('edited') })
  const file = { id: 999_999, path_id: '', name: 'list.txt', content_type: 'text/plain', size: 1 }
  await org.db.transaction((tx) => takeFileWords(tx, org.id, file, text('filed')))
  for (const mark of ['sent', 'edited', 'filed']) {
    const [row] = await org.db.read((tx) =>
      raw<{ inserted: string[]; ordered: string[] }>(
        tx,
        `select array_agg(word order by ctid) as inserted, array_agg(word order by word) as ordered
         from search_word where org_id = $1 and word like $2 || '%'`,
        [org.id, mark],
      ),
    )
    assert.equal(row?.inserted.length, 90)
    assert.deepEqual(row?.inserted, row?.ordered, mark)
  }
})
