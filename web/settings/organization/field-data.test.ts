import { assert, test } from 'vitest'
import { draftOf, fieldDataOf, freeKey } from './field-data.ts'

const select = 3
const account = 7

test('choices keep their keys when they are renamed, drawn into another order or added to', () => {
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

test('a new choice takes no key that another one has', () => {
  assert.equal(
    freeKey([
      { key: '1', text: 'a' },
      { key: '2', text: 'b' },
    ]),
    '3',
  )
})

test('an account is one that is known, or an address of any other site', () => {
  const draft = draftOf('{"subtype":"custom","url_pattern":"https://x.org/%(username)s"}')
  assert.deepEqual(fieldDataOf(account, draft), { subtype: 'custom', url_pattern: 'https://x.org/%(username)s' })
  assert.deepEqual(fieldDataOf(account, { ...draft, subtype: 'github' }), { subtype: 'github' })
  assert.deepEqual(fieldDataOf(1, draft), {})
})

test('what is no JSON holds nothing', () => {
  for (const broken of ['', '{', 'null', '[]', '7'])
    assert.deepEqual(draftOf(broken), { options: [], subtype: '', address: '' })
})
