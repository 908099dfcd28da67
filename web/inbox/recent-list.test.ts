import { assert, test } from 'vitest'
import type { WireEvent } from '../../src/contract/index.ts'
import type { RecentConversation } from '../../src/features/messages/messages/recent-conversations/api.ts'
import { RecentList, type Source } from './recent-list.ts'

const told = (topic: string, newest: number): RecentConversation => ({
  stream_id: 7 as never,
  topic,
  newest_message_id: newest as never,
  timestamp: newest,
  unread_count: 0,
  sender_ids: [],
  participated: false,
})
const said = (topic: string, id: number): WireEvent => ({
  id,
  type: 'message',
  message: { id, type: 'stream', stream_id: 7, subject: topic, sender_id: 2, timestamp: id },
})
const namesOf = (list: RecentList) =>
  list.shown.peek().list?.map(({ conversation: one }) => (one.kind === 'topic' ? one.topic : ''))

function slowServer() {
  const waiting: ((answer: Awaited<ReturnType<Source['page']>>) => void)[] = []
  const asked: (number | undefined)[] = []
  const page: Source['page'] = ({ before }) => {
    asked.push(before)
    return new Promise((resolve) => waiting.push(resolve))
  }
  return {
    asked,
    source: { page, ownId: () => 1 },
    async isAsked(times: number) {
      while (asked.length < times) await Promise.resolve()
    },
    async answers(conversations: RecentConversation[], found_oldest = false) {
      while (waiting.length === 0) await Promise.resolve()
      waiting.shift()?.({ conversations, found_oldest })
      for (let turn = 0; turn < 9; turn++) await Promise.resolve()
    },
  }
}

test("messages that arrive during a request aren't lost", async () => {
  const server = slowServer()
  const list = new RecentList(server.source, 2)
  list.watch()
  await server.isAsked(1)
  list.handleEvents([said('Soup', 12)])
  await server.answers([told('bread', 11), told('soup', 10)])
  assert.deepEqual(namesOf(list), ['Soup', 'bread'])
  void list.older()
  await server.isAsked(2)
  list.handleEvents([said('cake', 13)])
  await server.answers([told('cake', 9), told('tea', 8)], true)
  assert.deepEqual(namesOf(list), ['cake', 'Soup', 'bread', 'tea'])
  assert.deepEqual(server.asked, [undefined, 10])
})

test("paging continues from the server's last response despite new messages", async () => {
  const server = slowServer()
  const list = new RecentList(server.source, 2)
  list.watch()
  await server.answers([told('bread', 11), told('soup', 10)])
  list.handleEvents([said('soup', 12), said('bread', 13)])
  void list.older()
  await server.answers([told('tea', 9)], true)
  assert.deepEqual(server.asked, [undefined, 10])
  assert.deepEqual(namesOf(list), ['bread', 'soup', 'tea'])
})
