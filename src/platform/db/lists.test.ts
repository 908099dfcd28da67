import { assert, test } from '#test'
import { compiled } from './index.ts'

test('lists of every kind arrive as lists', async ({ server }) => {
  const time = new Date('2030-05-17T12:00:00Z')
  const [row] = await server.runtime.db.read((tx) =>
    compiled(
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
