import { raw } from '#platform/db'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { Params } from '../access/scope.ts'
import { getMessages } from '../api/fetch.ts'
import { sendMessage } from '../api/send.ts'
import { nearWords } from './near-words.ts'
import { partCondition, withWords } from './word-part.ts'

test('a regular expression looks at texts alone in which the part stands', () => {
  assert.doesNotMatch(partCondition({ text: 'pot', at: 'any' }, new Params()), /~/)
  for (const at of ['start', 'end'] as const) {
    const condition = partCondition({ text: 'pot', at }, new Params())
    assert.equal(condition.match(/~/g)?.length, condition.match(/when strpos\([^~]* then \S+.*? ~/g)?.length)
  }
})

/** How many statements a search takes. */
async function statements(person: Person, operand: string): Promise<number> {
  const { db } = person.server.runtime
  const narrow = [['search', operand]]
  const before = db.statements
  await person.call(getMessages, { anchor: 'newest', num_before: 5, num_after: 0, narrow, near_words: true })
  return db.statements - before
}

test('five parts and five words with a slip take as many statements as one', async ({ ada, society }) => {
  const to = await makeChannel(society.org, 'words', [ada])
  await ada.call(sendMessage, { type: 'channel', to, topic: 'tea', content: 'a kettle, a teapot and a tablespoon' })
  await statements(ada, 'ketttle *eap*')
  const one = await statements(ada, 'kettel *eap*')
  assert.equal(await statements(ada, 'kettel teabot tablesboon kettla teepot *eap* *ett* *abl* *poo* tea*'), one)
})

test('words are looked up through their triples, whatever the planner knows', async ({ society }) => {
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
        assert.deepEqual(part?.words, ['kettle'])
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
