import { assert, test } from '#test'
import { longerOf, type Right } from './right.ts'

test('of two rights the one that lasts longer counts', () => {
  const [soon, late] = [new Date(1_000), new Date(2_000)]
  const pairs: [Right, Right][] = [
    [
      { can: 'yes', until: soon },
      { can: 'yes', until: late },
    ],
    [{ can: 'yes', until: late }, { can: 'yes' }],
    [
      { can: 'too late', until: late },
      { can: 'yes', until: soon },
    ],
    [{ can: 'no' }, { can: 'too late', until: soon }],
  ]
  for (const [shorter, longer] of pairs) {
    assert.equal(longerOf(shorter, longer), longer)
    assert.equal(longerOf(longer, shorter), longer)
  }
})
