import fc from 'fast-check'
import { assert, test } from 'vitest'
import { holds } from '../../test/harness/property.ts'
import { assembled, changedPieces, contentsOf, gonePieces, pieceKey } from './pieces.ts'

const people = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `Person ${id}` }))
const noPause = async () => undefined

test('of ten thousand people, only the piece with the one who changed is written', () => {
  const before = { realm_users: people(10_000), user_id: 7, realm_name: 'Garden' }
  const realm_users = before.realm_users.map((one) => (one.id === 4_711 ? { ...one, name: 'Ada' } : one))
  const pieces = [...changedPieces(before, { ...before, realm_users })]
  assert.deepEqual(
    pieces.map(([key]) => key),
    [pieceKey('realm_users', 9)],
  )
  assert.lengthOf(pieces[0]?.[1] as unknown[], 500)
  assert.deepEqual([...changedPieces(before, before)], [])
})

test('what is read is what was written last, however lists grow and shrink', async () => {
  const state = fc.record(
    { users: fc.constantFrom(0, 1, 499, 500, 501, 1_000, 1_700), name: fc.string(), nothing: fc.constant(null) },
    { requiredKeys: [] },
  )
  await holds(
    fc.asyncProperty(fc.array(state, { minLength: 1, maxLength: 5 }), async (states) => {
      const disk = new Map<string, string>()
      let before: Record<string, unknown> = {}
      for (const one of states) {
        const now = { ...one, ...(one.users === undefined ? {} : { users: people(one.users) }) }
        for (const [key, piece] of changedPieces(before, now)) disk.set(key, JSON.stringify(piece))
        for (const key of gonePieces(contentsOf(before), contentsOf(now))) disk.delete(key)
        before = now
      }
      assert.deepEqual(await assembled(contentsOf(before), disk, noPause), before)
      const expected = Object.values(contentsOf(before)).reduce((sum, count) => sum + Math.max(1, count), 0)
      assert.equal(disk.size, expected)
    }),
    { runs: 100 },
  )
})

test('a snapshot of which something is missing or broken is none', async () => {
  const told = { users: people(700), name: 'Garden' }
  const whole = new Map([...changedPieces({}, told)].map(([key, piece]) => [key, JSON.stringify(piece)]))
  for (const key of whole.keys())
    for (const text of [undefined, '{', '']) {
      const broken = new Map(whole)
      if (text === undefined) broken.delete(key)
      else broken.set(key, text)
      const problem = await assembled(contentsOf(told), broken, noPause).catch((one) => one)
      assert.instanceOf(problem, Error)
    }
})
