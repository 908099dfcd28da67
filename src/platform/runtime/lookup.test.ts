import { assert, TestOrganization, test } from '#test'
import { Lookup } from './lookup.ts'

/** Answers on request. */
class Book {
  readonly known = new Map<string, number>()
  readonly questions: { names: readonly string[]; answer(): void; fail(error: Error): void }[] = []

  readonly read = (names: readonly string[]): Promise<ReadonlyMap<string, number>> =>
    new Promise((resolve, reject) => {
      this.questions.push({ names, answer: () => resolve(new Map(this.known)), fail: reject })
    })

  async question(number: number) {
    while (this.questions.length < number) await new Promise(setImmediate)
    return this.questions[number - 1] as Book['questions'][number]
  }
}

test('names added during a query go into the next one together', async () => {
  const book = new Book()
  const lookup = new Lookup(book.read)
  const first = lookup.find('one')
  const { names, answer } = await book.question(1)
  const rest = ['two', 'three', 'two', 'one'].map((name) => lookup.find(name))
  assert.deepEqual(names, ['one'])
  answer()
  assert.equal(await first, undefined)
  // the next query finds what was added since the first
  book.known.set('one', 1)
  const second = await book.question(2)
  assert.deepEqual(second.names, ['two', 'three', 'one'])
  second.answer()
  assert.deepEqual(await Promise.all(rest), [undefined, undefined, undefined, 1])
  assert.equal(book.questions.length, 2)
})

test('a failed query rejects only its own callers', async () => {
  const book = new Book()
  const lookup = new Lookup(book.read)
  const first = lookup.find('one')
  const { fail } = await book.question(1)
  const later = lookup.find('one')
  fail(new Error('gone'))
  await assert.rejects(first, /gone/)
  book.known.set('one', 1)
  ;(await book.question(2)).answer()
  assert.equal(await later, 1)
})

test('unknown hosts cost few queries, and new organizations are found', async ({ server }) => {
  const { runtime } = server
  const before = runtime.db.statements
  const asked = Array.from({ length: 500 }, (_, number) => runtime.organizationAt(`nobody-${number}.localhost`))
  const found = await Promise.all(asked)
  assert.ok(found.every((one) => one === undefined))
  const cost = runtime.db.statements - before
  assert.ok(cost < 10, `${cost} statements`)
  const { org, subdomain } = await TestOrganization.found(server)
  assert.equal((await runtime.organizationAt(`${subdomain}.localhost`))?.id, org.id)
})
