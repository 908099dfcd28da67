import { assert, test } from '#test'
import { anyOf, insertRows, raw } from './index.ts'

test('list parameters of every type arrive as lists', async ({ server }) => {
  const time = new Date('2030-05-17T12:00:00Z')
  const [row] = await server.runtime.db.read((tx) =>
    raw(
      tx,
      'select $1::timestamptz[] as times, $2::boolean[] as flags, $3::bigint[] as ids, $4::text[] as words, $5::boolean[] as none',
      [[time], [true, false], [1, 2 ** 40], ['a', 'b "c"'], []],
    ),
  )
  assert.deepEqual(row, {
    times: [time],
    flags: [true, false],
    ids: [1, 2 ** 40],
    words: ['a', 'b "c"'],
    none: [],
  })
})

test('any number of rows is inserted, or found by IDs, with one parameter', async ({ server, society }) => {
  const statements: string[] = []
  // only this session's statements, because the server queries its database too
  const session = await server.runtime.db.session((sql) => void statements.push(sql))
  const { tx } = session
  try {
    await session.begin()
    const edited_at = new Date('2030-05-17T12:00:00.123Z')
    const draft = (index: number) => ({
      org_id: society.org.id,
      user_id: society.owner.id,
      type: 'private',
      recipients: [index, 2 ** 40],
      topic: '"quoted" \\ {1,2}',
      content: `🎈 ${index}`,
      edited_at,
    })
    // more than the maximum number of parameters
    const rows = await insertRows(
      tx,
      'draft',
      Array.from({ length: 20_000 }, (_, index) => draft(index)),
    )
    assert.equal(statements.length, 1)
    assert.equal(rows.length, 20_000)
    const ids = rows.map(({ id }) => id)
    const found = await tx.selectFrom('draft').selectAll().where('id', '=', anyOf(ids)).orderBy('id').execute()
    assert.deepEqual(
      found,
      rows.toSorted((a, b) => a.id - b.id),
    )
    const { id: _, size: _1, ...first } = found[0] as (typeof found)[number]
    assert.deepEqual(first, draft(0))
    assert.deepEqual(await insertRows(tx, 'draft', []), [])
    assert.deepEqual(await tx.selectFrom('draft').selectAll().where('id', '=', anyOf([])).execute(), [])
  } finally {
    await session.run('rollback')
    session.release()
  }
})
