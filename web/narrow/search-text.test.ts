import { assert, test } from 'vitest'
import { isSearch } from './narrow.ts'
import { type Lookup, namingIn, parseSearch } from './search-text.ts'

const channels = new Map([
  ['design', 1],
  ['big plans', 2],
])
const people = new Map([
  ['me', 5],
  ['ada', 6],
  ['ben b', 7],
])
const lookup: Lookup = {
  channel: (name) => channels.get(name.toLowerCase()),
  person: (name) => people.get(name.toLowerCase()),
}
const parse = (text: string) => parseSearch(text, lookup)

test('filters and words are separated', () => {
  assert.deepEqual(parse('channel:design lunch sender:me is:unread soup'), [
    { operator: 'channel', operand: 1 },
    { operator: 'sender', operand: 5 },
    { operator: 'is', operand: 'unread' },
    { operator: 'search', operand: 'lunch soup' },
  ])
  assert.deepEqual(parse('channel:"big plans" dm:"ada,ben b"'), [
    { operator: 'channel', operand: 2 },
    { operator: 'dm', operand: [6, 7] },
  ])
  assert.deepEqual(parse('“an exact phrase” has:links'), [
    { operator: 'has', operand: 'link' },
    { operator: 'search', operand: '"an exact phrase"' },
  ])
})

test('older filter names mean the same', () => {
  assert.deepEqual(parse('stream:design from:ada subject:soup pm-with:ada'), [
    { operator: 'channel', operand: 1 },
    { operator: 'sender', operand: 6 },
    { operator: 'topic', operand: 'soup' },
    { operator: 'dm', operand: [6] },
  ])
})

test('a leading minus negates a filter', () => {
  assert.deepEqual(parse('-channel:design -is:starred lunch -soup -"a phrase" -'), [
    { operator: 'channel', operand: 1, negated: true },
    { operator: 'is', operand: 'starred', negated: true },
    { operator: 'search', operand: 'soup', negated: true },
    { operator: 'search', operand: '"a phrase"', negated: true },
    { operator: 'search', operand: 'lunch -' },
  ])
})

test('invalid filters are searched for as text', () => {
  for (const text of [
    'https://example.com',
    'channel:nowhere',
    'colour:green',
    'near:here',
    'date:soon',
    'is:great',
    '::',
  ])
    assert.deepEqual(parse(text), [{ operator: 'search', operand: text }])
  assert.deepEqual(parse('  '), [])
})

test('dates and message IDs set where to begin', () =>
  assert.deepEqual(parse('date:2026-03-05 near:12'), [
    { operator: 'date', operand: '2026-03-05' },
    { operator: 'near', operand: 12 },
  ]))

test('the filter being typed is the last one, including spaces', () => {
  assert.deepEqual(namingIn('lunch channel:big pl'), {
    operator: 'channel',
    value: 'big pl',
    negated: false,
    before: 'lunch ',
  })
  assert.deepEqual(namingIn('channel:design -from:'), {
    operator: 'sender',
    value: '',
    negated: true,
    before: 'channel:design ',
  })
  assert.isUndefined(namingIn('lunch: at noon'))
  assert.isUndefined(namingIn('channel:"big plans" lunch'))
})

test('named views are not searches', () => {
  const is = (text: string) => isSearch(parse(text))
  for (const text of ['channel:design', 'channel:design topic:soup', 'dm:ada', 'is:starred', 'in:home'])
    assert.isFalse(is(text), text)
  for (const text of [
    'lunch',
    'channel:design lunch',
    'sender:ada',
    '-is:starred',
    'topic:soup',
    'has:link',
    'is:resolved',
  ])
    assert.isTrue(is(text), text)
})
