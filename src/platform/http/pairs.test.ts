import fc from 'fast-check'
import { assert, test } from '#test'
import { holds } from '../../../test/harness/property.ts'
import { addPairs } from './pairs.ts'

const pairsOf = (bytes: Buffer | string, limitOf?: (name: string) => number | undefined) => {
  const pairs = new Map<string, string>()
  addPairs(pairs, Buffer.from(bytes as string), limitOf)
  return Object.fromEntries(pairs)
}

test('pairs are decoded as browsers encode them', async () => {
  const pair = fc.tuple(fc.string({ minLength: 1 }), fc.string({ unit: 'grapheme' }))
  await holds(
    fc.property(fc.array(pair, { maxLength: 10 }), (pairs) => {
      const sound = pairs.filter((pair) => pair.every((text) => text.isWellFormed() && !text.includes('\0')))
      const expected = new URLSearchParams(sound.toReversed())
      assert.deepEqual(pairsOf(new URLSearchParams(sound).toString()), Object.fromEntries(expected))
    }),
    { runs: 200 },
  )
})

test('invalid percent encoding stays as it is', () => {
  for (const [given, expected] of [
    ['a=1&b=2&a=3&=4&c', { a: '1', b: '2', '': '4', c: '' }],
    ['a=%&b=%2&c=%zz&d=100%25%', { a: '%', b: '%2', c: '%zz', d: '100%%' }],
    ['a+b=+%2B+&%61=x', { 'a b': ' + ', a: 'x' }],
    ['a=b=c&&d==', { a: 'b=c', d: '=' }],
    ['a=%c3%A9é%ff', { a: 'éé\ufffd' }],
  ] as const)
    assert.deepEqual(pairsOf(given), expected)
})

test('more than 1,000 pairs are rejected, even empty ones', () => {
  assert.throws(() => pairsOf('&'.repeat(1_001)), /Too many parameters/)
  assert.throws(() => pairsOf('a=1&'.repeat(1_001)), /Too many parameters/)
  assert.deepEqual(pairsOf('&'.repeat(1_000)), {})
})

test('too long names and values are rejected or dropped before decoding', () => {
  const limitOf = (name: string) => (name === 'known' ? 10 : undefined)
  assert.throws(
    () => pairsOf(`known=${'+'.repeat(20_000)}`, limitOf),
    /Invalid known: is too long \(limit: 10 characters\)/,
  )
  assert.throws(() => pairsOf(`known=${'%61'.repeat(2_000)}`, limitOf), /Invalid known: is too long/)
  assert.throws(() => pairsOf('n'.repeat(10_000), limitOf), /Invalid parameter name: is too long/)
  assert.deepEqual(pairsOf(`known=%F0%9F%98%80&other=${'x'.repeat(10_000)}`, limitOf), { known: '😀', other: '' })
})

test('text that cannot be stored is rejected, even for unknown names', () => {
  assert.throws(() => pairsOf('a=%00'), /Invalid a: cannot contain null bytes/)
  assert.throws(() => pairsOf('a=%00', () => undefined), /Invalid a: cannot contain null bytes/)
})
