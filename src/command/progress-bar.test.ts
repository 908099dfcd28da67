import { test } from 'vitest'
import { assert } from '#test'
import { counted, duration, sized } from './counted.ts'
import { closest } from './did-you-mean.ts'
import { lineOf } from './progress-bar.ts'
import { columns } from './terminal.ts'

test('progress shows a bar, the rate, and the time left', () => {
  const half = { phase: 'restoring', done: 20_000, of: 40_000, unit: 'row' } as const
  assert.equal(lineOf(half, 10_000), 'restoring [##########..........] 50 %, 20,000 rows, 2000 a second, 10 s left')
  const last = { ...half, done: 40_000 }
  assert.equal(lineOf(last, 20_000), 'restoring [####################] 100 %, 40,000 rows, 2000 a second')
  assert.equal(
    lineOf({ phase: 'upgrading', done: 1, of: 4, unit: 'migration' }, 400),
    'upgrading [#####...............] 25 %, 1 migration',
  )
  assert.equal(lineOf({ phase: 'writing', percent: 25 }, 60_000), '25 % is written, 3 min 0 s left')
})

test('more rows than were counted at the beginning stay at 100 percent', () => {
  const line = lineOf({ phase: 'reading', done: 12, of: 10, unit: 'row' }, 500)
  assert.equal(line, 'reading   [####################] 100 %, 12 rows')
})

test('counts are singular or plural, and long ones are grouped', () => {
  assert.deepEqual(
    [counted(1, 'row'), counted(0, 'row'), counted(2, 'person'), counted(1, 'recovery code'), counted(12_345, 'file')],
    ['1 row', '0 rows', '2 people', '1 recovery code', '12,345 files'],
  )
  assert.deepEqual([duration(400), duration(65_000), duration(7_830_000)], ['1 s', '1 min 5 s', '2 h 10 min'])
  assert.deepEqual(
    [sized(1), sized(1_000), sized(1_536), sized(50 * 2 ** 20)],
    ['1 byte', '1000 bytes', '1.5 KiB', '50 MiB'],
  )
})

test('tables fit the terminal, and are whole elsewhere', () => {
  const rows = [
    ['id', 'name', 'email'],
    ['1', 'Ada of a very long name', 'ada@a.very.long.domain.example'],
  ]
  const narrow = columns(rows, { width: 40 })
  assert.ok(
    narrow.every((line) => line.length <= 40),
    narrow.join('\n'),
  )
  assert.equal(narrow[1], '1   Ada of a very lo…  ada@a.very.long.…')
  assert.equal(columns(rows, { width: undefined })[1], '1   Ada of a very long name  ada@a.very.long.domain.example')
})

test('typos are matched by distance, also swapped letters, and strange words are not', () => {
  const words = ['port', 'host', 'url', 'database-url']
  assert.deepEqual(
    ['prot', 'hots', 'databse-url', 'Port', 'nonsense'].map((word) => closest(word, words)),
    ['port', 'host', 'database-url', 'port', undefined],
  )
})
