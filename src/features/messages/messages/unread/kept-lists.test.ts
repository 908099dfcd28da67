import { vi } from 'vitest'
import type { ConversationId, MessageId, UserId } from '#contract'
import { Tail } from '#platform/events'
import { assert, test } from '#test'
import { KeptLists } from './kept-lists.ts'
import { placeText } from './place-texts.ts'
import { bytesOfList, type UnreadList, type UnreadPlace } from './unread-list.ts'

const [ada, ben, cleo] = [1, 2, 3] as UserId[] as [UserId, UserId, UserId]
const conversationId = 7 as ConversationId
const maxIdleMs = 3_600_000

/** One conversation, with a message in each topic. */
function listOf(topics: number): UnreadList {
  const place: UnreadPlace = {
    conversationId,
    topics: Array.from({ length: topics }, (_, at) => ({
      conversation_id: conversationId,
      member_ids: null,
      topic: `Topic ${at}`,
      key: `topic ${at}`,
      isMixed: false,
      ids: [at + 1] as MessageId[],
      wildcard_ids: [],
    })),
  }
  return { at: 1, from: 1, total: topics, receiving: new Map(), places: new Map([[conversationId, place]]) }
}

const placeIn = ({ places }: UnreadList) => places.get(conversationId) as UnreadPlace

test('the least recently kept list of any organization is evicted first', () => {
  const list = listOf(100)
  const lists = new KeptLists({ maxBytes: bytesOfList(list) * 2, maxIdleMs })
  const [one, other] = [new Tail(0), new Tail(0)]
  lists.keep(one, ada, list)
  lists.keep(other, ada, listOf(100))
  lists.keep(one, ada, list)
  lists.keep(other, ben, listOf(100))
  assert.equal(lists.get(one, ada), list)
  assert.equal(lists.get(other, ada), undefined)
  assert.equal(lists.get(other, ben)?.total, 100)
  assert.equal(lists.bytes, bytesOfList(list) * 2)
})

test('a list larger than the budget is dropped without evicting others', () => {
  const list = listOf(100)
  const lists = new KeptLists({ maxBytes: bytesOfList(list) * 2, maxIdleMs })
  const tail = new Tail(0)
  lists.keep(tail, ada, list)
  lists.keep(tail, ben, listOf(10))
  lists.keep(tail, ben, listOf(1_000))
  assert.equal(lists.get(tail, ben), undefined)
  assert.equal(lists.get(tail, ada), list)
  assert.equal(lists.bytes, bytesOfList(list))
})

test('texts made before and after a list is kept count', async () => {
  const list = listOf(100)
  const place = placeIn(list)
  const own = bytesOfList(list)
  const lists = new KeptLists({ maxBytes: own * 4, maxIdleMs })
  const tail = new Tail(0)
  const grew = (place: UnreadPlace, bytes: number) => lists.grow(tail, ada, place, bytes)

  placeText(place, 'before', { isShared: false, grew }, () => 'x'.repeat(1_000))
  lists.keep(tail, ada, list)
  const before = lists.bytes - own
  assert.ok(before >= 1_000, `${before}`)

  placeText(place, 'wide', { isShared: false, grew }, () => '語'.repeat(1_000))
  const after = lists.bytes - own
  assert.ok(after >= before + 2_000, `${after}`)

  const text = placeText(place, 'shared', { isShared: true, grew }, () => 'soup '.repeat(own))
  assert.ok(typeof text !== 'string')
  const waiting = lists.bytes - own
  const { body } = await text.part
  assert.equal(lists.bytes - own, waiting + body.length)

  // the same form, in one text again
  placeText(place, 'shared', { isShared: false, grew }, () => '')
  assert.equal(lists.bytes - own, waiting)
})

test('long texts evict lists of others, and their own list if they exceed the budget', () => {
  const list = listOf(100)
  const own = bytesOfList(list)
  const lists = new KeptLists({ maxBytes: own * 3, maxIdleMs })
  const tail = new Tail(0)
  for (const id of [ada, ben]) lists.keep(tail, id, listOf(100))
  lists.keep(tail, cleo, list)
  const grew = (place: UnreadPlace, bytes: number) => lists.grow(tail, cleo, place, bytes)

  placeText(placeIn(list), 'one', { isShared: false, grew }, () => 'x'.repeat(own / 2))
  assert.deepEqual(
    [ada, ben, cleo].map((id) => lists.get(tail, id) !== undefined),
    [false, true, true],
  )
  placeText(placeIn(list), 'other', { isShared: false, grew }, () => 'x'.repeat(own * 2))
  assert.deepEqual(
    [ben, cleo].map((id) => lists.get(tail, id) !== undefined),
    [true, false],
  )
  assert.equal(lists.bytes, own)
})

test('idle lists are dropped when any user’s list is looked up', ({ onTestFinished }) => {
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now)
  onTestFinished(() => clock.mockRestore())
  const lists = new KeptLists({ maxBytes: 1_000_000, maxIdleMs })
  const [one, other] = [new Tail(0), new Tail(0)]
  lists.keep(one, ada, listOf(10))
  clock.mockReturnValue(now + maxIdleMs / 2)
  lists.keep(one, ben, listOf(10))
  clock.mockReturnValue(now + maxIdleMs + 1)
  lists.get(other, cleo)
  assert.equal(lists.bytes, bytesOfList(listOf(10)))
  assert.equal(lists.get(one, ada), undefined)
  assert.ok(lists.get(one, ben))
})
