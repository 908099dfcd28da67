import { raw } from '#platform/db'
import type { Organization } from '#platform/organization'
import { assert, test as base, startServer, TestOrganization, type TestServer } from '#test'
import { dueRows, dueWork } from './index.ts'

const test = base.extend<{ server: TestServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.close()
    },
    { scope: 'file' },
  ],
})

const rows = () => dueRows({ table: 'outgoing_mail', countsAttempts: true })
const at = (second: number) => new Date(Date.UTC(2030, 0, 1, 12, 0, second))

/** Inserts rows due at these seconds; returns their IDs. */
const insert = (org: Organization, ...seconds: number[]): Promise<number[]> =>
  org.transact(null, async ({ tx }) => {
    const ids: number[] = []
    for (const second of seconds) {
      const [row] = await raw<{ id: number }>(
        tx,
        `insert into outgoing_mail
           (org_id, due_at, created_at, key, to_name, to_address, from_name, subject, body_text, body_html, extra)
         select $1, $2, $2, gen_random_uuid()::text, '', '', '', '', '', '', '{}' returning id`,
        [org.id, at(second)],
      )
      ids.push(row?.id as number)
    }
    return ids
  })

async function all<T extends { id: number }>(pages: AsyncIterable<T[]>): Promise<number[][]> {
  const found: number[][] = []
  for await (const page of pages) found.push(page.map(({ id }) => id))
  return found
}

test('due rows are read once, ordered by time, even if not done', async ({ society: { org } }) => {
  const [late = 0, early = 0, middle = 0, twin = 0] = await insert(org, 30, 10, 20, 20)
  await insert(org, 40)
  assert.deepEqual(await all(rows().pages(org, { now: at(30), size: 2 })), [
    [early, middle],
    [twin, late],
  ])
  assert.deepEqual(await all(rows().pages(org, { now: at(9), size: 2 })), [])
})

test('concurrent leases take each row once, and again after the lease', async ({ society: { org } }) => {
  const ids = await insert(org, ...Array.from({ length: 25 }, (_, second) => second))
  const lease = { now: at(30), until: at(40), size: 4 }
  const taken = await Promise.all([1, 2, 3].map(() => all(rows().leased(org, lease))))
  assert.deepEqual(
    taken.flat(2).sort((a, b) => a - b),
    ids,
  )
  assert.deepEqual(await all(rows().leased(org, { ...lease, now: at(39) })), [])
  assert.deepEqual(await all(rows().leased(org, { now: at(40), until: at(50) })), [ids])
})

test('postponed rows are due later; removed rows are gone', async ({ society: { org } }) => {
  const [one = 0, two = 0] = await insert(org, 0, 1)
  await org.transact(null, async ({ tx }) => {
    await rows().postpone(tx, [one], at(50))
    assert.deepEqual([await rows().remove(tx, two), await rows().remove(tx, two)], [true, false])
  })
  assert.deepEqual(await all(rows().leased(org, { now: at(49), until: at(60) })), [])
  assert.deepEqual(await all(rows().leased(org, { now: at(50), until: at(60) })), [[one]])
})

test('rows of deactivated organizations wait, except with evenInClosed', async ({ society: { org } }) => {
  await insert(org, 0)
  await org.transact(null, ({ tx }) =>
    raw(tx, 'update organization set deactivated_at = now() where id = $1', [org.id]),
  )
  const asked = await org.db.read(async (tx) => [
    await rows().organizations(tx, at(1)),
    await dueRows({ table: 'outgoing_mail', evenInClosed: true }).organizations(tx, at(1)),
  ])
  assert.deepEqual(
    asked.map((ids) => ids.includes(org.id)),
    [false, true],
  )
})

test("an error in one organization doesn't affect others", async ({ server, society }) => {
  const other = await TestOrganization.found(server)
  await insert(society.org, 0)
  await insert(other.org, 0)
  const done: number[] = []
  const work = dueWork({
    name: 'test',
    rows: rows(),
    first: async () => 'shared',
    async turn({ org, shared }) {
      assert.equal(shared, 'shared')
      if (org.id === society.org.id) throw new Error('out of order')
      done.push(org.id)
    },
  })
  await assert.rejects(work.run(server.runtime, at(1)), /out of order/)
  assert.ok(done.includes(other.org.id))
})

test('many rows of one organization come in pages, with others in between', async ({ server, society }) => {
  const other = await TestOrganization.found(server)
  await insert(society.org, 0, 1, 2)
  await insert(other.org, 0)
  const done: string[] = []
  const names = new Map([
    [society.org.id, 'first'],
    [other.org.id, 'second'],
  ])
  const work = dueWork({
    name: 'test',
    rows: rows(),
    async *turn({ org }) {
      const lease = { now: at(3), until: at(50), size: 1 }
      for await (const page of rows().leased(org, lease)) {
        done.push(names.get(org.id) ?? '')
        yield page.length > 1 ? ['too many'] : []
      }
    },
  })
  await work.run(server.runtime, at(3))
  assert.deepEqual(done.filter(Boolean), ['first', 'second', 'first', 'first'])
})

test('rows leased by a dead process are due at once on embedded databases', async ({ society, server }) => {
  const { org } = society
  const [id = 0] = await insert(org, 0)
  await all(rows().leased(org, { now: at(1), until: at(50) }))
  const later = rows()
  await later.takeOver(server.runtime, at(2))
  assert.deepEqual(await all(later.leased(org, { now: at(2), until: at(60) })), org.db.embedded ? [[id]] : [])
  // it runs once per process: rows leased by this process stay leased
  await later.takeOver(server.runtime, at(3))
  assert.deepEqual(await all(later.leased(org, { now: at(3), until: at(70) })), [])
})
