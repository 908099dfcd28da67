import { assert, test } from '#test'
import { longerOf, type Right } from './right.ts'

test('of two rights the one that lasts longer counts', () => {
  const [soon, late] = [new Date(1_000), new Date(2_000)]
  const pairs: [Right, Right][] = [
    [
      { may: 'yes', until: soon },
      { may: 'yes', until: late },
    ],
    [{ may: 'yes', until: late }, { may: 'yes' }],
    [
      { may: 'too late', until: late },
      { may: 'yes', until: soon },
    ],
    [{ may: 'no' }, { may: 'too late', until: soon }],
  ]
  for (const [shorter, longer] of pairs) {
    assert.equal(longerOf(shorter, longer), longer)
    assert.equal(longerOf(longer, shorter), longer)
  }
})
