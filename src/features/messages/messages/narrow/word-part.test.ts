import { plainSigns } from '#contract'
import { raw } from '#platform/db'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { fewestStatements } from '../../../../../test/harness/fewest-statements.ts'
import { Params } from '../access/scope.ts'
import { getMessages } from '../api/fetch.ts'
import { nearWords } from './fuzzy-words.ts'
import { partCondition, withWords } from './word-part.ts'

test('the regular expression for a part runs only on texts that contain it', () => {
  for (const text of ['pot', 'чай']) assert.doesNotMatch(partCondition({ text, at: 'any' }, new Params()), /[^!]~/)
  for (const at of ['start', 'end'] as const) {
    const condition = partCondition({ text: 'pot', at }, new Params()).replace(/!~/, '')
    assert.equal(condition.match(/~/g)?.length, condition.match(/when strpos\([^~]* then \S+.*? ~/g)?.length)
  }
})

function statements(person: Person, operand: string): Promise<number> {
  const asked = { anchor: 'newest', num_before: 5, num_after: 0, narrow: [['search', operand]], near_words: true }
  return fewestStatements(person.server.runtime.db, () => person.call(getMessages, asked))
}

test('five parts and five misspelled words take as many statements as one', async ({ ada, society }) => {
  const to = await makeChannel(society.org, 'words', [ada])
  await ada.sends('a kettle, a teapot and a tablespoon', { channel: to, topic: 'tea' })
  const one = await statements(ada, 'kettel *eap*')
  assert.equal(await statements(ada, 'kettel teabot tablesboon kettla teepot *eap* *ett* *abl* *poo* tea*'), one)
})

test('names with digits are looked up by their prefix', async ({ society }) => {
  const { org } = society
  await org.db.transaction(async (tx) => {
    await raw(
      tx,
      `insert into search_word (org_id, word)
       select $1, word from (
         select 'ref' || n || 'x' as word from generate_series(1000, 1999) n union select unnest(array['a9ref1', 'gref'])) words`,
      [org.id],
    )
    const [inside, start, end, common] = await withWords(tx, org.id, [
      { text: 'ref1', at: 'any' },
      { text: 'ref', at: 'start' },
      { text: 'ref', at: 'end' },
      { text: '99x', at: 'end' },
    ])
    assert.deepEqual(
      [inside?.listed?.beginnings.toSorted(), start?.listed, end?.listed],
      [['a9ref1', 'ref1'], { words: [], beginnings: ['ref'] }, { words: ['gref'], beginnings: [] }],
    )
    assert.equal(common?.listed?.beginnings.length, 10)
    // each ends differently, and these are too many
    const [every] = await withWords(tx, org.id, [{ text: 'x', at: 'end' }])
    assert.deepEqual(every, { text: 'x', at: 'end' })
  })
})

test('ignored characters are never part of a Latin word', async ({ society }) => {
  const rows = await society.org.db.read((tx) =>
    raw<{ sign: string }>(
      tx,
      // every eleventh character of the long alphabets
      `select sign from (
         select chr(n) as sign from generate_series(128, 129791) n
         where (n < 13312 or n > 55295 or n % 11 = 0) and n not between 55296 and 57343) signs
       where sign ~ $1 and regexp_replace(search_text('q' || sign || 'q'), 'ƿ[0-9]+', ' ', 'g') !~ '^q[^a-z0-9]+q$'`,
      [`[${plainSigns}]`],
    ),
  )
  assert.deepEqual(
    rows.map(({ sign }) => sign.codePointAt(0)?.toString(16)),
    [],
  )
})

test('words are looked up by trigrams, whatever the planner knows', async ({ society }) => {
  const { org } = society
  class Undone extends Error {}
  const plans: string[] = []
  await org.db
    .transaction(async (tx) => {
      await raw(
        tx,
        `insert into search_word (org_id, word) select $1, 'w' || to_hex(n * 7919) from generate_series(1, 8000) n`,
        [org.id],
      )
      await raw(tx, `insert into search_word (org_id, word) values ($1, 'kettle')`, [org.id])
      const explained = (sql: string, parameters: readonly unknown[]) => raw(tx, `explain ${sql}`, [...parameters])
      const watched = {
        executeQuery: async (query: { sql: string; parameters: readonly unknown[] }) => {
          plans.push(JSON.stringify(await explained(query.sql, query.parameters)))
          return tx.executeQuery(query as never)
        },
      } as unknown as typeof tx
      for (let known = 0; known < 2; known++) {
        const [part] = await withWords(watched, org.id, [{ text: 'ettl', at: 'any' }])
        assert.deepEqual(part?.listed, { words: ['kettle'], beginnings: [] })
        assert.deepEqual(await nearWords(watched, org.id, ['kettel', 'quincunx']), [['kettle'], []])
        await raw(tx, 'analyze search_word', [])
      }
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  assert.equal(plans.length, 4)
  for (const plan of plans) assert.match(plan, /search_word_triples/)
})
