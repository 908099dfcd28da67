import { assert, test } from 'vitest'
import { cropped, drawn, wholeCrop } from './crop.ts'

const wide = { width: 400, height: 200 }

test('a crop shows as much of the picture as fits, centered', () => {
  assert.deepEqual(cropped(wide, 1, wholeCrop), { left: 100, top: 0, width: 200, height: 200 })
  assert.deepEqual(cropped(wide, 4, wholeCrop), { left: 0, top: 50, width: 400, height: 100 })
  assert.deepEqual(cropped(wide, 1, { zoom: 2, x: 0.5, y: 0.5 }), { left: 150, top: 50, width: 100, height: 100 })
})

test('a crop never extends beyond the picture', () => {
  assert.deepEqual(cropped(wide, 1, { zoom: 1, x: 0, y: 0 }), { left: 0, top: 0, width: 200, height: 200 })
  assert.deepEqual(cropped(wide, 1, { zoom: 1, x: 1, y: 1 }), { left: 200, top: 0, width: 200, height: 200 })
})

test('dragging moves the picture no further than its edge', () => {
  const right = drawn(wide, 1, wholeCrop, 0.25, 0)
  assert.equal(cropped(wide, 1, right).left, 50)
  const far = drawn(wide, 1, wholeCrop, 9, 9)
  assert.deepEqual(cropped(wide, 1, far), { left: 0, top: 0, width: 200, height: 200 })
  assert.equal(cropped(wide, 1, drawn(wide, 1, far, -0.25, 0)).left, 50)
})
