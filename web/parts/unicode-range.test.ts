import { assert, test } from 'vitest'
import { commonRange } from './unicode-range.ts'

test('the common part of two ranges has the characters of both', () => {
  assert.equal(commonRange('U+23, U+30-39, U+1F600-1F64F', 'U+35-1f600'), 'U+35-39, U+1F600')
  assert.equal(commonRange('U+1F1E6-1F1FF', 'U+1F1E6-1F1FF'), 'U+1F1E6-1F1FF')
  assert.equal(commonRange('U+10-20', 'U+12, U+14-15'), 'U+12, U+14-15')
})

test('ranges without a common character have no common part', () => {
  assert.equal(commonRange('U+23', 'U+24-30'), '')
})
