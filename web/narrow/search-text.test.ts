import { assert, test } from 'vitest'
import { isSearch } from './narrow.ts'
import { hasUnknownFilter, type Lookup, literalOf, namedTerm, namingIn, parseSearch } from './search-text.ts'

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
  person: (name) => people.get(name.toLowerCase().replace('@', '')),
  day: (name) => (name === 'yesterday' ? '2026-11-27' : undefined),
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

test('familiar filter names become the terms of the API', () => {
  assert.deepEqual(parse('from:ada in:design has:files is:saved after:yesterday'), [
    { operator: 'sender', operand: 6 },
    { operator: 'channel', operand: 1 },
    { operator: 'has', operand: 'attachment' },
    { operator: 'is', operand: 'starred' },
    { operator: 'date', operand: '2026-11-27' },
  ])
  assert.deepEqual(parse('-in:design in:home in:@ada before:2026-11-28 has:photos'), [
    { operator: 'channel', operand: 1, negated: true },
    { operator: 'in', operand: 'home' },
    { operator: 'dm', operand: [6] },
    { operator: 'before', operand: '2026-11-28' },
    { operator: 'has', operand: 'image' },
  ])
})

test('words that look like filters are recognized, URLs are not', () => {
  for (const words of ['foo:bar', 'soup from:unknown', '-x:y']) assert.isTrue(hasUnknownFilter(words), words)
  for (const words of ['https://example.com', 'std::vector', 'at 12:30', 'note: this', '"a phrase"'])
    assert.isFalse(hasUnknownFilter(words), words)
})

test('excluded words are searched for literally in the typed order', () => {
  const literal = (text: string) => literalOf(parse(text), text)
  assert.deepEqual(literal('-rf'), [{ operator: 'search', operand: 'rf' }])
  assert.deepEqual(literal('rm -rf "old files" is:starred'), [
    { operator: 'is', operand: 'starred' },
    { operator: 'search', operand: 'rm rf "old files"' },
  ])
  assert.isUndefined(literal('git log --oneline'))
  assert.isUndefined(literal('-is:starred soup'))
})

test('the filter being typed is complete once its value is known', () => {
  const named = (text: string) => {
    const naming = namingIn(text)
    return naming && namedTerm(naming, lookup)
  }
  assert.deepEqual(named('soup -from:ada '), { operator: 'sender', operand: 6, negated: true })
  for (const text of ['from:ad', 'from:', 'soup']) assert.isUndefined(named(text), text)
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
