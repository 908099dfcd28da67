import type { WireEvent } from '#contract'
import type { LoquatClient } from '../../client/index.ts'
import { Session } from '../../client/session.ts'
import { type Row, spread } from '../row.ts'

const unread = 50_000
const topics = 5_000
const rounds = 300

/** With 50,000 unread messages in 5,000 topics: the cost for a client of one more, and of 20 being read. */
export async function measureBatches(): Promise<Row[]> {
  const each = unread / topics
  const registered = {
    queue_id: 'measured',
    last_event_id: -1,
    user_id: 1,
    max_message_id: unread,
    unread_msgs: {
      count: unread,
      old_unreads_missing: false,
      mentions: [],
      pms: [],
      huddles: [],
      streams: Array.from({ length: topics }, (_, topic) => ({
        stream_id: 1 + (topic % 50),
        topic: `topic ${topic}`,
        unread_message_ids: Array.from({ length: each }, (_, index) => 1 + topic * each + index),
        sender_ids: [2],
      })),
    },
  }
  let events: WireEvent[] = []
  const client = {
    call: async (endpoint: { path: string }) => (endpoint.path === '/register' ? registered : { events }),
  }
  const session = await Session.open({ client: client as unknown as LoquatClient })
  const timed = async (event: (round: number) => Record<string, unknown>) => {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      events = [{ id: session.lastEventId + 1, ...event(round) } as WireEvent]
      const begun = performance.now()
      const { changed } = await session.poll({ wait: false })
      times.push(performance.now() - begun)
      if (!changed.has('unread_msgs')) throw new Error('the event changed nothing')
    }
    return times.slice(rounds / 10)
  }
  const message = await timed((round) => ({
    type: 'message',
    flags: [],
    message: {
      id: unread + 1 + round,
      type: 'stream',
      stream_id: 1,
      subject: 'topic 50',
      sender_id: 2,
      display_recipient: 'general',
    },
  }))
  const read = await timed((round) => ({
    type: 'update_message_flags',
    op: 'add',
    operation: 'add',
    flag: 'read',
    all: false,
    messages: Array.from({ length: 20 }, (_, index) => 1 + round * 20 + index),
  }))
  return [
    ...spread('50,000 unread: a message comes', message, { p50: 5 }).slice(0, 2),
    ...spread('50,000 unread: 20 are read', read, { p50: 5 }).slice(0, 2),
  ]
}
