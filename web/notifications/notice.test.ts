import { assert, test } from 'vitest'
import { n as t } from '../texts/notifications.ts'
import { hashOfNotice, joined, type Line, type Notice, notificationOf, tagOf, without } from './notice.ts'
import { noticeOf } from './payload.ts'

const line = (id: number, sender = 'Ben', text = `text ${id}`): Line => ({ id, sender, text, at: id * 1_000 })
const topic = (...lines: Line[]): Notice => ({
  account: 1,
  organization: 'Team',
  conversation: { kind: 'topic', channelId: 7, topic: 'soup (hot)' },
  channelName: 'the kitchen',
  lines,
})
const direct = (userIds: number[], ...lines: Line[]): Notice => ({
  account: 1,
  organization: 'Team',
  conversation: { kind: 'direct', userIds },
  lines,
})
const words = (notice: Notice) => {
  const [title, { body }] = notificationOf(notice, t, { isSilent: false, isNews: true })
  return [title, body]
}

test("a notification shows the conversation, sender, and text where they aren't obvious", () => {
  assert.deepEqual(words(topic(line(5))), ['#the kitchen › soup (hot)', 'Ben: text 5'])
  assert.deepEqual(words(direct([2], line(5), line(6))), ['Ben', 'text 5\ntext 6'])
  assert.deepEqual(words(direct([2, 3], line(5), line(6, 'Cleo'))), [
    'Ben and Cleo (group)',
    'Ben: text 5\nCleo: text 6',
  ])
  assert.deepEqual(words(direct([2], line(5, 'Ben', ''))), ['Ben', 'New message'])
})

test('messages of one conversation share a notification, each once', () => {
  let all: Notice | undefined
  for (const id of [1, 2, 3, 3, 2, 4, 5, 6]) all = joined(all, topic(line(id)))
  assert.deepEqual(
    all?.lines.map(({ id }) => id),
    [1, 2, 3, 4, 5, 6],
  )
  assert.deepEqual(words(all as Notice)[1], '6 new messages\nBen: text 3\nBen: text 4\nBen: text 5\nBen: text 6')
  for (let id = 7; id < 200; id++) all = joined(all, topic(line(id)))
  assert.equal(all?.lines.length, 50)
  const other = { ...topic(line(9)), conversation: { kind: 'topic', channelId: 7, topic: 'Soup (HOT)' } } as Notice
  assert.equal(tagOf(other), tagOf(all as Notice))
  assert.notEqual(tagOf({ ...other, account: 2 }), tagOf(other))
})

test('removing the last message closes the notification', () => {
  const both = topic(line(1), line(2))
  assert.deepEqual(without(both, (id) => id === 1)?.lines, [line(2)])
  assert.equal(
    without(both, () => true),
    undefined,
  )
})

test('clicking opens the first message, even if it was moved', () => {
  assert.equal(hashOfNotice(topic(line(5), line(6))), '#narrow/channel/7-the-kitchen/topic/soup.20.28hot.29/with/5')
  assert.equal(hashOfNotice(direct([2], line(5))), '#narrow/dm/2-dm/near/5')
  assert.equal(hashOfNotice(direct([2, 3], line(5))), '#narrow/dm/2,3-group/near/5')
  assert.equal(hashOfNotice({ ...topic(line(5)), isDigest: true }), '#catch-up')
})

test("a push names the conversation from the reader's perspective", () => {
  const payload = {
    type: 'message',
    user_id: 1,
    realm_name: 'Team',
    sender_full_name: 'Ben',
    sender_avatar_url: 'http://127.0.0.1/avatar/2',
    message_id: 5,
    time: 5,
    content: 'text 5',
  } as const
  const people = (ids: number[]) =>
    noticeOf({ ...payload, recipient_type: 'direct', recipient_user_ids: ids }).conversation
  assert.deepEqual(people([3, 1, 2]), { kind: 'direct', userIds: [2, 3] })
  assert.deepEqual(people([1]), { kind: 'direct', userIds: [1] })
  // too many participants to name: replying isn't possible
  const unnamed = noticeOf({ ...payload, recipient_type: 'direct' })
  assert.equal(unnamed.conversation, undefined)
  const [, { actions }] = notificationOf(unnamed, t, { isSilent: false, isNews: true })
  assert.deepEqual(
    actions.map(({ action }) => action),
    ['read'],
  )
  const quiet = noticeOf({ ...payload, recipient_type: 'direct', recipient_user_ids: [1, 2], digest: { mentions: 2 } })
  assert.deepEqual(words(quiet), ['Team', 'text 5'])
})
