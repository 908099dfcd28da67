import { assert, test } from 'vitest'
import { draftOf, fieldDataOf, freeKey } from './field-data.ts'

const select = 3
const account = 7

test('choices keep their keys when they are renamed, reordered or added', () => {
  const { options, ...rest } = draftOf('{"b":{"text":"Blue","order":"2"},"r":{"text":"Red","order":"1"}}')
  assert.deepEqual(options, [
    { key: 'r', text: 'Red' },
    { key: 'b', text: 'Blue' },
  ])
  const [red, blue] = options
  assert.ok(red && blue)
  const changed = [{ ...blue, text: 'Navy' }, red, { key: freeKey(options), text: 'Green' }]
  assert.deepEqual(fieldDataOf(select, { ...rest, options: changed }), {
    b: { text: 'Navy', order: '1' },
    r: { text: 'Red', order: '2' },
    2: { text: 'Green', order: '3' },
  })
})

test('a new choice gets an unused key', () => {
  assert.equal(
    freeKey([
      { key: '1', text: 'a' },
      { key: '2', text: 'b' },
    ]),
    '3',
  )
})

test('an external account has a known type, or the URL pattern of a custom site', () => {
  const draft = draftOf('{"subtype":"custom","url_pattern":"https://x.org/%(username)s"}')
  assert.deepEqual(fieldDataOf(account, draft), { subtype: 'custom', url_pattern: 'https://x.org/%(username)s' })
  assert.deepEqual(fieldDataOf(account, { ...draft, subtype: 'github' }), { subtype: 'github' })
  assert.deepEqual(fieldDataOf(1, draft), {})
})

test('invalid JSON gives an empty draft', () => {
  for (const broken of ['', '{', 'null', '[]', '7'])
    assert.deepEqual(draftOf(broken), { options: [], subtype: '', address: '' })
})
