import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, test } from '#test'
import { DiskFull, isDiskFull, levelOf, reserveBytes, shownSpace, spaceOf } from './index.ts'

const gib = 2 ** 30

test('free space below 10%, 2%, and the reserve is low, critical, and full', () => {
  const level = (free: number, times = 1) => levelOf({ free, total: 20 * gib }, times)
  assert.deepEqual([level(2 * gib), level(2 * gib - 1)], ['ok', 'low'])
  assert.deepEqual([level(0.4 * gib), level(0.4 * gib - 1)], ['low', 'critical'])
  assert.deepEqual([level(reserveBytes), level(reserveBytes - 1), level(0)], ['critical', 'full', 'full'])
  // a warning ends only well above its threshold
  assert.deepEqual([level(2.3 * gib, 1.2), level(2.5 * gib, 1.2)], ['low', 'ok'])
  // a file system that doesn't report its size
  assert.equal(levelOf({ free: 0, total: 0 }), 'ok')
})

test('the space of a missing folder is that of its disk', async () => {
  const { total } = await spaceOf(tmpdir())
  assert.equal((await spaceOf(join(tmpdir(), 'not', 'there'))).total, total)
  assert.match(shownSpace({ free: 1.5 * gib, total: 20 * gib }), /^1\.5 GiB of 20\.0 GiB \(7 %\)$/)
})

test('full disks are recognized by system and PostgreSQL error codes', () => {
  for (const code of ['ENOSPC', 'EDQUOT', '53100']) assert.ok(isDiskFull(Object.assign(new Error('x'), { code })))
  assert.ok(isDiskFull(new DiskFull()))
  for (const error of [new Error('ENOSPC'), undefined, null, 'x']) assert.ok(!isDiskFull(error))
})
