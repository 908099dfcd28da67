import fc from 'fast-check'
import { assert, test } from 'vitest'
import { roles, type WireEvent } from '../../src/contract/index.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { holds } from '../../test/harness/property.ts'
import { channelNarrow, fits, type Known, type Narrow, narrowKey, topicNarrow } from '../narrow/narrow.ts'
import type { Run } from '../narrow/run.ts'
import { isKept, type KeptList, ListCache, touchedBy } from './list-cache.ts'
import { answerFrom, isCovered, joined } from './runs.ts'
import { writeLists } from './stored-lists.ts'

const known: Known = { ownId: 1, isMuted: () => false, isFollowed: () => false }
const feed: Narrow = [{ operator: 'in', operand: 'home' }]
const narrows: readonly Narrow[] = [
  feed,
  channelNarrow(7),
  channelNarrow(8),
  ...['soup', 'salad', 'bread'].map((topic) => topicNarrow(7, topic)),
  topicNarrow(8, 'soup'),
]

class Model {
  readonly messages = new Map<number, Message>()
  /** Events since the last call. */
  events: WireEvent[] = []
  #next = 1

  list(narrow: Narrow): number[] {
    return [...this.messages.values()].flatMap((one) => (fits(narrow, one, known) ? [one.id] : []))
  }

  /** A part of a list, with whether it reaches the ends. */
  part(narrow: Narrow, at: number, length: number): Run {
    const all = this.list(narrow)
    const from = all.length === 0 ? 0 : at % all.length
    const ids = all.slice(from, from + length)
    return { ids, hasOldest: from === 0, hasNewest: from + ids.length === all.length }
  }

  send(stream_id: number, subject: string): void {
    const id = this.#next++
    const message = {
      ...{
        id,
        type: 'stream',
        stream_id,
        subject,
        sender_id: 2,
        display_recipient: 'kitchen',
        content: `<p>${id}</p>`,
      },
      ...{ content_type: 'text/html', reactions: [], submessages: [], topic_links: [], timestamp: id },
    } as unknown as Message
    this.messages.set(id, { ...message, flags: [] })
    this.#tell({ type: 'message', flags: [], message })
  }

  move(at: number, stream_id: number, subject: string): void {
    const from = this.#at(at)
    if (!from || (from.stream_id === stream_id && from.subject === subject)) return
    const moved = [...this.messages.values()].filter(
      (one) => one.stream_id === from.stream_id && one.subject === from.subject && one.id >= from.id,
    )
    for (const one of moved)
      this.messages.set(one.id, { ...one, stream_id, subject, last_moved_timestamp: 5 } as Message)
    this.#tell({
      ...{ type: 'update_message', user_id: 2, rendering_only: false, propagate_mode: 'change_later' },
      ...{ message_id: from.id, message_ids: moved.map(({ id }) => id), edit_timestamp: 5 },
      ...{ stream_id: from.stream_id, orig_subject: from.subject },
      ...(subject === from.subject ? {} : { subject, topic_links: [] }),
      ...(stream_id === from.stream_id ? {} : { new_stream_id: stream_id }),
    })
  }

  edit(at: number): void {
    const one = this.#at(at)
    if (!one) return
    const content = `${one.content}!`
    this.messages.set(one.id, { ...one, content, last_edit_timestamp: 6 })
    this.#tell({
      ...{ type: 'update_message', user_id: 2, rendering_only: false, message_id: one.id, message_ids: [one.id] },
      ...{ edit_timestamp: 6, rendered_content: content, content },
    })
  }

  remove(at: number): void {
    const one = this.#at(at)
    if (!one) return
    this.messages.delete(one.id)
    this.#tell({ type: 'delete_message', message_type: 'stream', message_ids: [one.id] })
  }

  read(at: number): void {
    const one = this.#at(at)
    if (!one || one.flags?.includes('read')) return
    this.messages.set(one.id, { ...one, flags: ['read'] })
    const change = { op: 'add', operation: 'add', flag: 'read', messages: [one.id], all: false }
    this.#tell({ type: 'update_message_flags', ...change })
  }

  #at(at: number): Message | undefined {
    return [...this.messages.values()][at % Math.max(1, this.messages.size)]
  }

  #tell(event: Record<string, unknown>): void {
    this.events.push({ id: this.events.length, ...event } as WireEvent)
  }
}

class Drawer {
  readonly lists = new Map<string, KeptList>()
  readonly texts = new Map<number, string>()

  listCache(events: readonly WireEvent[] = []): ListCache {
    const messages = events.flatMap(touchedBy).flatMap((id): [number, Message][] => {
      const text = this.texts.get(id)
      return text === undefined ? [] : [[id, JSON.parse(text) as Message]]
    })
    return new ListCache(this.lists, new Map(messages), known)
  }

  write(listCache: ListCache, messages: readonly Message[] = []): void {
    const store = (name: string) => {
      const kept = (name === 'lists' ? this.lists : this.texts) as Map<unknown, unknown>
      return {
        put: (value: unknown, key: unknown) => void kept.set(key, value),
        delete: (key: unknown) => void kept.delete(key),
        clear: () => kept.clear(),
      }
    }
    void writeLists(store as never, listCache, new Map(messages.map((one) => [one.id, JSON.stringify(one)])), true)
  }
}

const put = (listCache: ListCache, narrow: Narrow, run: Run, used = 0): void => {
  const key = narrowKey(narrow)
  listCache.put(key, { narrow, ranges: joined(listCache.lists.get(key)?.ranges ?? [], run), used })
}

const place = { stream_id: fc.constantFrom(7, 8), subject: fc.constantFrom('soup', 'salad', 'bread') }
const at = fc.nat(100)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('send' as const), ...place }) },
  fc.record({ do: fc.constant('move' as const), at, ...place }),
  fc.record({ do: fc.constantFrom('edit' as const, 'remove' as const, 'read' as const), at }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fetch' as const),
      narrow: fc.constantFrom(...narrows),
      at,
      length: fc.integer({ min: 1, max: 6 }),
    }),
  },
  fc.record({ do: fc.constant('write' as const) }),
  fc.record({ do: fc.constant('limit' as const), most: fc.integer({ min: 0, max: 12 }) }),
)

test('the cache matches the server, and all gaps are known', async () => {
  await holds(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const model = new Model()
      const drawer = new Drawer()
      const write = (change?: (listCache: ListCache) => readonly Message[] | undefined) => {
        const listCache = drawer.listCache(model.events)
        for (const event of model.events) listCache.apply(event)
        model.events = []
        drawer.write(listCache, change?.(listCache) ?? [])
      }
      for (const one of steps)
        switch (one.do) {
          case 'send':
            model.send(one.stream_id, one.subject)
            break
          case 'move':
            model.move(one.at, one.stream_id, one.subject)
            break
          case 'fetch':
            write((listCache) => {
              const run = model.part(one.narrow, one.at, one.length)
              put(listCache, one.narrow, run, one.at)
              return run.ids.map((id) => model.messages.get(id) as Message)
            })
            break
          case 'limit':
            write((listCache) => {
              listCache.limit(one.most)
              return undefined
            })
            break
          case 'write':
            write()
            break
          default:
            model[one.do](one.at)
        }
      write()
      for (const { narrow, ranges } of drawer.lists.values())
        for (const { ids, hasOldest, hasNewest } of ranges) {
          const all = model.list(narrow)
          const from = hasOldest ? 0 : all.indexOf(ids[0] as number)
          const to = hasNewest ? all.length : all.indexOf(ids.at(-1) as number) + 1
          assert.deepEqual(ids, all.slice(from, to))
        }
      const held = new Set([...drawer.lists.values()].flatMap(({ ranges }) => ranges.flatMap(({ ids }) => ids)))
      assert.sameMembers([...drawer.texts.keys()], [...held], 'messages of no list are not kept')
      for (const [id, text] of drawer.texts) assert.deepEqual(JSON.parse(text), model.messages.get(id))
    }),
    { runs: 400 },
  )
})

test('cached answers match the server as far as data is known', async () => {
  const run = fc.record({ from: fc.nat(20), length: fc.nat(8) })
  const question = fc.record({
    anchor: fc.oneof(fc.nat(24), fc.constantFrom('newest' as const, 'oldest' as const)),
    before: fc.nat(6),
    after: fc.nat(6),
    includeAnchor: fc.boolean(),
  })
  await holds(
    fc.asyncProperty(fc.nat(20), fc.array(run, { maxLength: 4 }), question, async (count, runs, asked) => {
      const all = Array.from({ length: count }, (_, index) => 2 + 2 * index)
      const ranges = runs.reduce<readonly Run[]>((known, { from, length }) => {
        const ids = all.slice(from, from + length)
        return joined(known, { ids, hasOldest: from === 0, hasNewest: from + length >= count })
      }, [])
      const answer = answerFrom(ranges, asked)
      if (!answer) return
      const { anchor, before, after, includeAnchor } = asked
      const id = typeof anchor === 'number' ? anchor : ((anchor === 'oldest' ? all[0] : all.at(-1)) ?? 0)
      assert.ok(all.length === 0 || isCovered(ranges, id) || answer.ids.includes(id) || all.includes(id))
      const earlier = all.filter((one) => one < id)
      const later = all.filter((one) => one > id)
      const wanted = [...earlier.slice(Math.max(0, earlier.length - before)), ...later.slice(0, after)]
      for (const one of answer.ids) assert.ok(wanted.includes(one) || (includeAnchor && one === id))
      // without a gap
      const within = all.filter((one) => one >= (answer.ids[0] ?? 1) && one <= (answer.ids.at(-1) ?? 0))
      assert.deepEqual([...answer.ids], includeAnchor ? within : within.filter((one) => one !== id))
      const [first, last] = [answer.ids[0] ?? id, answer.ids.at(-1) ?? id]
      if (answer.found_oldest) assert.ok(!all.some((one) => one < first && one !== id))
      if (answer.found_newest) assert.ok(!all.some((one) => one > last && one !== id))
    }),
    { runs: 2_000 },
  )
})

test('losing access to a channel drops it and mixed lists', () => {
  const model = new Model()
  for (const channel of [7, 8]) for (const topic of ['soup', 'salad']) model.send(channel, topic)
  const drawer = new Drawer()
  const fill = () => {
    const listCache = drawer.listCache()
    for (const narrow of narrows) put(listCache, narrow, model.part(narrow, 0, 10))
    drawer.write(listCache, [...model.messages.values()])
  }
  const hear = (event: Record<string, unknown>) => {
    fill()
    const listCache = drawer.listCache()
    listCache.apply({ id: 1, ...event } as WireEvent)
    drawer.write(listCache)
    return [...drawer.texts.keys()]
  }
  const inEight = model.list(channelNarrow(8))
  assert.deepEqual(hear({ type: 'subscription', op: 'remove', subscriptions: [{ stream_id: 7, name: 'x' }] }), inEight)
  assert.deepEqual(hear({ type: 'stream', op: 'delete', stream_ids: [7], streams: [{ stream_id: 7 }] }), inEight)
  assert.deepEqual(hear({ type: 'stream', op: 'update', stream_id: 7, property: 'invite_only', value: true }), inEight)
  assert.deepEqual(hear({ type: 'realm_user', op: 'update', person: { user_id: 1, role: roles.guest } }), [])
  assert.deepEqual(hear({ type: 'user_group', op: 'remove_members', group_id: 3, user_ids: [1] }), [])
  // names, colors, and changes to other users drop nothing
  for (const event of [
    { type: 'stream', op: 'update', stream_id: 7, property: 'description', value: 'x' },
    { type: 'realm_user', op: 'update', person: { user_id: 2, role: roles.guest } },
    { type: 'user_group', op: 'remove_members', group_id: 3, user_ids: [2] },
  ])
    assert.sameMembers(hear(event), [...model.messages.keys()])
})

test('search results are not cached', () => {
  assert.isTrue(narrows.every(isKept))
  for (const narrow of [
    [{ operator: 'search', operand: 'soup' }],
    [{ operator: 'sender', operand: 2 }],
    [{ operator: 'is', operand: 'starred' }],
    [{ operator: 'channel', operand: 7, negated: true }],
  ])
    assert.isFalse(isKept(narrow))
})
