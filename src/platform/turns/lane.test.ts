import { assert, test } from '#test'
import { Lane } from './index.ts'

test('work is done one piece after the other, in its order, whatever fails', async () => {
  const lane = new Lane()
  const seen: string[] = []
  const piece = (name: string, fails = false) =>
    lane.run(async () => {
      seen.push(`${name} begins`)
      await new Promise(setImmediate)
      seen.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    })
  const all = [piece('a'), piece('b', true), piece('c')]
  assert.equal(lane.length, 3)
  const ends = await Promise.allSettled(all)
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(seen, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  await piece('d')
  await new Promise(setImmediate)
  assert.equal(lane.length, 0)
})
