import { assert, test } from '#test'
import { notificationsFor, PieceJoiner } from './notification-pieces.ts'

const long = { org: 7, event: { type: 'call_signal', text: '日本語 🍊 "'.repeat(2_000) } }

test('a short message is one notification', () => {
  assert.deepEqual(notificationsFor({ org: 7 }, 'one', 0), ['{"from":"one","org":7}'])
})

test('a long message is split below PostgreSQL’s limit and joined again', () => {
  const notifications = notificationsFor(long, 'one', 4)
  assert.ok(notifications.length > 3)
  for (const text of notifications) assert.ok(Buffer.byteLength(text) < 8_000)
  const joiner = new PieceJoiner()
  const joined = notifications.map((text) => {
    const { from, piece } = JSON.parse(text)
    return joiner.add(from, piece)
  })
  assert.deepEqual(joined.pop(), long)
  assert.ok(joined.every((one) => one === undefined))
})

test('a message whose beginning was lost is dropped, and the next one arrives', () => {
  const joiner = new PieceJoiner()
  const add = (text: string) => joiner.add(JSON.parse(text).from, JSON.parse(text).piece)
  assert.deepEqual(notificationsFor(long, 'one', 1).slice(1).map(add).filter(Boolean), [])
  assert.deepEqual(notificationsFor(long, 'one', 1).slice(0, 2).map(add).filter(Boolean), [])
  assert.deepEqual(notificationsFor(long, 'two', 1).map(add).filter(Boolean), [long])
})
