import { assert, test } from 'vitest'
import { cornerAt, cornerByKey } from './panel-corner.ts'

const window = { width: 1000, height: 800 }

test('the panel goes to the corner that it was dropped next to', () => {
  assert.equal(cornerAt({ x: 900, y: 100 }, window, false), 'top-end')
  assert.equal(cornerAt({ x: 100, y: 700 }, window, false), 'bottom-start')
  assert.equal(cornerAt({ x: 100, y: 700 }, window, true), 'bottom-end')
})

test('arrow keys move the panel in their direction, also from right to left', () => {
  assert.equal(cornerByKey('ArrowDown', 'top-end', false), 'bottom-end')
  assert.equal(cornerByKey('ArrowLeft', 'top-end', false), 'top-start')
  assert.equal(cornerByKey('ArrowLeft', 'top-start', true), 'top-end')
  assert.equal(cornerByKey('ArrowRight', 'bottom-start', false), 'bottom-end')
  assert.equal(cornerByKey('Enter', 'top-end', false), undefined)
})
