import fc from 'fast-check'
import { assert, test } from 'vitest'
import { holds } from '../../test/harness/property.ts'
import { parseLong, writeLong } from './long-json.ts'

const text = fc.oneof(
  fc.string(),
  fc.constantFrom('},{"user_id":', '},{', '}],"subscriptions":[{"', '"realm_users":[{"'),
)
const object = fc.record({ user_id: fc.nat(), name: text, more: fc.array(fc.record({ user_id: fc.nat(), text })) })
const answer = fc.record(
  {
    queues: fc.record({ subscriptions: fc.array(fc.record({ stream_id: fc.nat(), name: text })) }),
    subscriptions: fc.array(fc.record({ stream_id: fc.nat(), name: text })),
    realm_users: fc.array(object),
    realm_non_active_users: fc.array(object),
    never_subscribed: fc.constant([]),
    events: fc.array(fc.record({ realm_users: fc.array(object) }), { maxLength: 2 }),
    other: fc.jsonValue(),
  },
  { requiredKeys: [] },
)

const people = [1, 2, 3].map((user_id) => ({ user_id, name: '', more: [] }))

test('parsing in pieces gives the same result as parsing at once', () =>
  holds(
    fc.asyncProperty(answer, fc.integer({ min: 1, max: 200 }), async (value, pieceLength) => {
      const written = JSON.stringify(value)
      assert.deepEqual(await parseLong(written, { longText: 0, pieceLength }), JSON.parse(written))
    }),
    {
      runs: 500,
      examples: [
        // a list of the same name nested in another one, alone and before the top-level one
        [{ events: [{ realm_users: people }] }, 5],
        [{ events: [{ realm_users: people }], realm_users: people.slice(1) }, 5],
        [{ events: [{ realm_users: people }], other: { realm_users: 1 } }, 5],
      ],
    },
  ))

test('invalid JSON is rejected, short or long', async () => {
  for (const broken of ['', '{"realm_users":[{"user_id":1},{"user_id":2}', '<html>'])
    for (const longText of [0, 1_000]) {
      const refused = await parseLong(broken, { longText, pieceLength: 5 }).then(
        () => undefined,
        (problem: unknown) => problem,
      )
      assert.instanceOf(refused, SyntaxError)
    }
})

test('parsing ten thousand people yields between pieces', async () => {
  const realm_users = Array.from({ length: 10_000 }, (_, id) => ({
    user_id: id,
    full_name: `Somebody ${id}`,
    more: {},
  }))
  let pauses = 0
  const pause = async () => void pauses++
  const told = await parseLong(JSON.stringify({ realm_users, zulip_version: '' }), { pieceLength: 50_000, pause })
  assert.deepEqual(told, { realm_users, zulip_version: '' })
  assert.isAtLeast(pauses, 8)
})

test('writing in pieces gives the same text as writing at once', () =>
  holds(
    fc.asyncProperty(
      fc.dictionary(fc.string(), fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue(), fc.constant(undefined))),
      fc.integer({ min: 1, max: 4 }),
      async (value, pieceItems) => {
        assert.equal(await writeLong(value, { pieceItems, pause: async () => {} }), JSON.stringify(value))
      },
    ),
    { runs: 500 },
  ))
