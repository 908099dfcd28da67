import fc from 'fast-check'
import { assert, expect, test } from 'vitest'
import { holds } from '../../test/harness/property.ts'
import { inNameOrder, sortInTurns } from './name-order.ts'

const person = fc.record({
  user_id: fc.nat(40),
  full_name: fc.constantFrom('Ada', 'ada', 'Ben', 'Élan', 'Elan', 'Zoë'),
})
const team = fc.uniqueArray(person, { selector: ({ user_id }) => user_id, maxLength: 40 })

test('added, removed and renamed people end up where a full sort puts them', () =>
  holds(
    fc.property(fc.array(team, { minLength: 1, maxLength: 5 }), (teams) => {
      let order = inNameOrder([], [])
      for (const people of teams) {
        order = inNameOrder(people, order)
        assert.deepEqual(order, inNameOrder(people, []))
      }
    }),
    { runs: 300 },
  ))

test('many people added at once end up where a full sort puts them', async () => {
  const many = Array.from({ length: 5_300 }, (_, user_id) => ({
    user_id,
    full_name: `Person ${(user_id * 7919) % 4001}`,
  }))
  const all = many.toSorted((a, b) => new Intl.Collator().compare(a.full_name, b.full_name) || a.user_id - b.user_id)
  assert.deepEqual(inNameOrder(many, inNameOrder(many.slice(0, 2_100), [])), all)
  let turns = 0
  assert.deepEqual(await sortInTurns(many, async () => turns++), all)
  assert.equal(turns, 6 + 3 + 2 + 1)
  assert.deepEqual(await sortInTurns([]), [])
})

test('changes other than names keep the list', () => {
  const people = Array.from({ length: 10_000 }, (_, user_id) => ({ user_id, full_name: `Person ${user_id % 97}` }))
  const order = inNameOrder(people, [])
  expect(
    inNameOrder(
      people.map((one) => ({ ...one, avatar: 'new' })),
      order,
    ),
  ).toBe(order)
})

test('renaming one of ten thousand people takes few comparisons', () => {
  const people = Array.from({ length: 10_000 }, (_, user_id) => ({ user_id, full_name: `Person ${user_id % 97}` }))
  const order = inNameOrder(people, [])
  let compared = 0
  const one = {
    user_id: 10_000,
    get full_name() {
      compared++
      return 'Person 50'
    },
  }
  assert.equal(
    inNameOrder([...people, one], order).indexOf(one),
    order.findLastIndex((each) => each.full_name === 'Person 50') + 1,
  )
  assert.isBelow(compared, 50)
})
