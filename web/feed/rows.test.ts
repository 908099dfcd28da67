import { assert, test } from 'vitest'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { rowsOf } from './rows.ts'

const said = (id: number, client: string) =>
  ({ id, client, sender_id: 1, timestamp: 1_795_000_000 + id, type: 'stream', stream_id: 1, subject: 'x' }) as Message

test('what an agent has written among somebody’s own messages stands under its name', () => {
  const messages = [
    said(1, 'website'),
    said(2, 'Agent: A'),
    said(3, 'Agent: A'),
    said(4, 'Agent: B'),
    said(5, 'website'),
  ]
  const rows = rowsOf(messages, { ownId: 2, isMixed: false, firstUnread: undefined })
  assert.deepEqual(
    rows.map(({ showsSender }) => showsSender),
    [true, true, false, true, true],
  )
})
