import fc from 'fast-check'
import { assert, test } from 'vitest'
import { decodeOperand } from '#contract'
import { holds } from '../../test/harness/property.ts'
import { encodeOperand } from './encoding.ts'
import { hashOf, type Names, parseHash } from './hash.ts'
import { directNarrow, topicNarrow } from './narrow.ts'

const channels = new Map([
  [7, 'Design & build'],
  [12, 'general'],
])
const names: Names = {
  channelName: (id) => channels.get(id),
  channelByName: (name) => [...channels].find(([, one]) => one === name)?.[0],
  ownId: () => 5,
}

test('any text survives encoding and decoding', () =>
  holds(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
      const encoded = encodeOperand(text)
      assert.notMatch(encoded, /[%/()\s]/)
      assert.equal(decodeOperand(encoded), text)
    }),
    { runs: 300 },
  ))

const narrow = fc.oneof(
  fc.tuple(fc.constantFrom(7, 12, 99), fc.string({ unit: 'grapheme' })).map(([id, topic]) => topicNarrow(id, topic)),
  fc.uniqueArray(fc.integer({ min: 6, max: 50 }), { minLength: 1, maxLength: 5 }).map(directNarrow),
)
test('addresses from this client parse back to their routes', () =>
  holds(
    fc.property(narrow, fc.option(fc.nat(), { nil: undefined }), (narrow, near) => {
      const route = { view: 'narrow' as const, narrow, ...(near === undefined ? {} : { near }) }
      assert.deepEqual(parseHash(hashOf(route, names), names), route)
    }),
    { runs: 300 },
  ))

test('older addresses and those of other clients open the same', () => {
  const topic = { view: 'narrow', narrow: topicNarrow(7, 'release 2.4 (beta)') }
  for (const hash of [
    '#narrow/channel/7-Design-.26-build/topic/release.202.2E4.20.28beta.29',
    '#narrow/stream/7-old-name/topic/release.202.2E4.20.28beta.29',
    '#narrow/stream/7/subject/release.202.2E4.20.28beta.29',
    '#narrow/stream/Design.20.26.20build/topic/release.202.2E4.20.28beta.29/',
  ])
    assert.deepEqual(parseHash(hash, names), topic, hash)
  assert.deepEqual(parseHash('#narrow/pm-with/5,8,6-group', names), { view: 'narrow', narrow: directNarrow([6, 8]) })
  assert.deepEqual(parseHash('#narrow/dm/5-dm', names), { view: 'narrow', narrow: directNarrow([5]) })
  assert.deepEqual(parseHash('#narrow/dm/8-Ben-Nevis/near/41', names), {
    view: 'narrow',
    narrow: directNarrow([8]),
    near: 41,
  })
  assert.deepEqual(parseHash('#narrow/channel/12-general/topic/', names), {
    view: 'narrow',
    narrow: topicNarrow(12, ''),
  })
  assert.deepEqual(parseHash('#narrow/-is/private', names), {
    view: 'narrow',
    narrow: [{ operator: 'is', operand: 'dm', negated: true }],
  })
  assert.deepEqual(parseHash('#all_messages', names), { view: 'feed' })
  assert.deepEqual(parseHash('', names), { view: 'home' })
})

test("a channel's topic list has an address", () => {
  const topics = { view: 'topics', channelId: 7 } as const
  assert.equal(hashOf(topics, names), '#topics/channel/7-Design-.26-build')
  for (const hash of ['#topics/channel/7-Design-.26-build', '#topics/channel/7', '#topics/stream/7-old-name/'])
    assert.deepEqual(parseHash(hash, names), topics, hash)
  assert.deepEqual(parseHash('#topics/channel/7/topic/soup', names), { view: 'narrow', narrow: topicNarrow(7, 'soup') })
  for (const hash of ['#topics/channel/nowhere', '#topics/dm/7', '#topics/channel/.E2.9'])
    assert.deepEqual(parseHash(hash, names), { view: 'unknown' }, hash)
})

test('invalid addresses open nothing', () => {
  for (const hash of ['#nonsense', '#nonsense/everywhere', '#constructor'])
    assert.isUndefined(parseHash(hash, names), hash)
  for (const hash of [
    '#narrow/channel/12-general/topic/.E2.9',
    '#narrow/dm/nobody',
    '#narrow/stream/none',
    '#narrow/nonsense',
    '#narrow/constructor/1',
  ])
    assert.deepEqual(parseHash(hash, names), { view: 'unknown' }, hash)
})
