import fc from 'fast-check'
import { assert, test } from 'vitest'
import type { WireEvent } from '#contract'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { chance, holds } from '../../test/harness/property.ts'
import type { Anchor, Source } from '../narrow/message-source.ts'
import { fits, type Known, type Narrow, topicNarrow } from '../narrow/narrow.ts'
import { MessageList } from './message-list.ts'
import { MessageStore } from './message-store.ts'

const known: Known = { ownId: 1, isMuted: () => false, isFollowed: () => false }
const topics = ['soup', 'salad', 'bread']
const channels = [7, 8]
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** A minimal server, and a network that delays responses and events independently. */
class Model implements Source {
  readonly #messages = new Map<number, Message>()
  #events: WireEvent[] = []
  #waiting: { serve: () => unknown; served?: { value: unknown } | undefined; resolve: (value: never) => void }[] = []
  #next = 1

  all(narrow: Narrow): Message[] {
    return [...this.#messages.values()].filter((one) => fits(narrow, one, known)).sort((a, b) => a.id - b.id)
  }

  send(stream_id: number, subject: string): void {
    const id = this.#next++
    const message = {
      id,
      type: 'stream',
      stream_id,
      subject,
      sender_id: 2,
      display_recipient: 'kitchen',
      content: `<p>${id}</p>`,
      content_type: 'text/html',
      reactions: [],
      submessages: [],
      topic_links: [],
      timestamp: id,
      flags: [],
    } as unknown as Message
    this.#messages.set(id, message)
    const { flags: _flags, ...told } = message
    this.#emit({ type: 'message', flags: [], message: told })
  }

  /** Moves the message, and those of its topic whose id is divisible by `pick + 1`. */
  move(at: number, pick: number, to: { stream_id: number; subject: string }): void {
    const from = this.#at(at)
    if (!from || (from.stream_id === to.stream_id && from.subject === to.subject)) return
    const moved = [...this.#messages.values()].filter(
      (one) =>
        one.stream_id === from.stream_id && one.subject === from.subject && (one === from || one.id % (pick + 1) === 0),
    )
    for (const one of moved) this.#messages.set(one.id, { ...one, ...to, last_moved_timestamp: 5 } as Message)
    this.#emit({
      type: 'update_message',
      user_id: 2,
      rendering_only: false,
      message_id: from.id,
      message_ids: moved.map(({ id }) => id).sort((a, b) => a - b),
      edit_timestamp: 5,
      stream_id: from.stream_id,
      orig_subject: from.subject,
      propagate_mode: 'change_all',
      ...(to.subject === from.subject ? {} : { subject: to.subject, topic_links: [] }),
      ...(to.stream_id === from.stream_id ? {} : { new_stream_id: to.stream_id }),
    })
  }

  edit(at: number): void {
    const one = this.#at(at)
    if (!one) return
    const content = `${one.content}!`
    this.#messages.set(one.id, { ...one, content, last_edit_timestamp: 6 })
    this.#emit({
      type: 'update_message',
      user_id: 2,
      rendering_only: false,
      message_id: one.id,
      message_ids: [one.id],
      edit_timestamp: 6,
      rendered_content: content,
      content,
    })
  }

  remove(at: number): void {
    const one = this.#at(at)
    if (!one) return
    this.#messages.delete(one.id)
    this.#emit({ type: 'delete_message', message_type: 'stream', message_ids: [one.id] })
  }

  read(at: number): void {
    const one = this.#at(at)
    if (!one || one.flags?.includes('read')) return
    this.#messages.set(one.id, { ...one, flags: ['read'] })
    this.#emit({
      type: 'update_message_flags',
      op: 'add',
      operation: 'add',
      flag: 'read',
      messages: [one.id],
      all: false,
    })
  }

  #at(at: number): Message | undefined {
    return [...this.#messages.values()][at % Math.max(1, this.#messages.size)]
  }

  #emit(event: Record<string, unknown>): void {
    this.#events.push({ id: this.#events.length, ...event } as WireEvent)
  }

  deliver(store: MessageStore, count: number): void {
    for (const event of this.#events.splice(0, count)) store.apply(event)
  }

  loseQueue(): void {
    this.#events = []
  }

  #answer<T>(serve: () => T): Promise<T> {
    return new Promise((resolve) => this.#waiting.push({ serve, resolve: resolve as (value: never) => void }))
  }

  /** Computes a response; later changes aren't in it. */
  serve(at: number): void {
    const one = this.#waiting[at % Math.max(1, this.#waiting.length)]
    if (one) one.served ??= { value: one.serve() }
  }

  arrive(at: number): void {
    const index = at % Math.max(1, this.#waiting.length)
    const [one] = this.#waiting.splice(index, 1)
    if (one) one.resolve((one.served ? one.served.value : one.serve()) as never)
  }

  get isAsked(): boolean {
    return this.#waiting.length > 0
  }

  around: Source['around'] = (narrow, { anchor, before, after, includeAnchor }) =>
    this.#answer(() => {
      const all = this.all(narrow)
      const place = this.#placeOf(anchor, all)
      const older = all.filter(({ id }) => id < place)
      const newer = all.filter(({ id }) => id > place)
      return {
        messages: [
          ...older.slice(Math.max(0, older.length - before)),
          ...(includeAnchor ? all.filter(({ id }) => id === place) : []),
          ...newer.slice(0, after),
        ],
        anchor: place,
        found_oldest: older.length <= before,
        found_newest: newer.length <= after,
      }
    })

  #placeOf(anchor: Anchor, all: readonly Message[]): number {
    if (typeof anchor === 'number') return anchor
    if (anchor === 'oldest') return all[0]?.id ?? 0
    const unread = anchor === 'first_unread' ? all.find(({ flags }) => !flags?.includes('read')) : undefined
    return unread?.id ?? all.at(-1)?.id ?? Number.MAX_SAFE_INTEGER
  }

  byId: Source['byId'] = (narrow, ids) =>
    this.#answer(() => ({ messages: this.all(narrow).filter(({ id }) => ids.includes(id)) }))

  whichFit: Source['whichFit'] = (narrow, ids) =>
    this.#answer(() =>
      this.all(narrow)
        .map(({ id }) => id)
        .filter((id) => ids.includes(id)),
    )
}

const at = fc.nat(1_000)
const place = fc.record({ stream_id: fc.constantFrom(...channels), subject: fc.constantFrom(...topics) })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('send' as const), place }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), at, pick: fc.nat(6), place }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('edit' as const, 'remove' as const, 'read' as const), at }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom('serve' as const, 'arrive' as const), at }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('deliver' as const), count: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('open' as const),
      anchor: fc.oneof(fc.constantFrom('newest' as const, 'first_unread' as const, 'oldest' as const), at),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('older' as const, 'newer' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('trim' as const), place: at, most: fc.integer({ min: 1, max: 60 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('renew' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function play(narrow: Narrow, messages: number, seed: number, steps: readonly Step[]): Promise<void> {
  const model = new Model()
  const store = new MessageStore(20_000)
  const random = chance(seed)
  const any = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  for (let count = 0; count < messages; count++) model.send(any(channels), any(topics))
  model.loseQueue()
  const list = new MessageList(narrow, { store, source: model, known })
  const stop = list.shown.subscribe(() => {})
  void list.open('newest')
  for (const one of steps) {
    if (one.do === 'send') model.send(one.place.stream_id, one.place.subject)
    else if (one.do === 'move') model.move(one.at, one.pick, one.place)
    else if (one.do === 'deliver') model.deliver(store, one.count)
    else if (one.do === 'open') void list.open(one.anchor)
    else if (one.do === 'trim') {
      list.place = one.place
      list.trim(one.most)
    } else if (one.do === 'renew') {
      model.loseQueue()
      store.renew()
    } else if (one.do === 'older' || one.do === 'newer') void list[one.do]()
    else model[one.do](one.at)
    await settle()
  }
  for (let round = 0; round < 1_000; round++) {
    model.deliver(store, 1)
    if (model.isAsked) model.arrive(0)
    else if (round > 200) break
    await settle()
  }
  stop()
  const { ids, hasOldest, hasNewest, problem } = list.shown.value
  assert.isUndefined(problem)
  const all = model.all(narrow)
  const expected = all.filter(
    ({ id }) => (hasOldest || id >= (ids[0] ?? 0)) && (hasNewest || id <= (ids.at(-1) ?? Number.MAX_SAFE_INTEGER)),
  )
  assert.deepEqual(
    ids.map((id) => store.get(id)),
    expected,
  )
  if (ids.length === 0) assert.isTrue(hasOldest && hasNewest)
}

for (const [name, narrow] of [
  ['a topic', topicNarrow(7, 'soup')],
  ['a channel', [{ operator: 'channel', operand: 7 }]],
  ['the feed of everything', []],
] as const)
  test(`whatever comes late, ${name} ends with what the server has, without holes`, () =>
    holds(
      fc.asyncProperty(fc.nat(400), fc.nat(), fc.array(step, { maxLength: 60 }), (messages, seed, steps) =>
        play(narrow, messages, seed, steps),
      ),
      { runs: 250 },
    ))

test('a prefetched list opens at the first unread message without another request', async () => {
  const model = new Model()
  const store = new MessageStore(20_000)
  for (let count = 0; count < 5; count++) model.send(7, 'soup')
  model.loseQueue()
  const list = new MessageList(topicNarrow(7, 'soup'), { store, source: model, known })
  void list.fetchAhead()
  model.arrive(0)
  await settle()
  const read = { id: 1, type: 'update_message_flags', op: 'add', flag: 'read', messages: [1, 2], all: false }
  store.apply(read as WireEvent)
  await list.open('first_unread')
  assert.equal(list.shown.value.anchor, 3)
  assert.isFalse(model.isAsked)
  void list.open('newest')
  assert.equal(list.shown.value.anchor, 5)
})

test('a failed prefetch shows no error and is retried on opening', async () => {
  const model = new Model()
  model.send(7, 'soup')
  let fails = true
  const around: Source['around'] = (narrow, question) =>
    fails ? Promise.reject(new Error('away')) : model.around(narrow, question)
  const list = new MessageList(topicNarrow(7, 'soup'), {
    store: new MessageStore(20_000),
    source: { around, byId: model.byId, whichFit: model.whichFit },
    known,
  })
  await list.fetchAhead()
  assert.isUndefined(list.shown.value.problem)
  assert.isFalse(list.isOpen)
  fails = false
  void list.open('first_unread')
  await settle()
  assert.isTrue(model.isAsked)
})

function ofHundred() {
  const narrow = topicNarrow(7, 'soup')
  const all = Array.from({ length: 100 }, (_, index) => ({
    id: index + 1,
    type: 'stream',
    stream_id: 7,
    subject: 'soup',
    flags: [],
  }))
  const asked: Anchor[] = []
  const source: Source = {
    async around(_narrow, { anchor, before, after }) {
      asked.push(anchor)
      await settle()
      const at = anchor === 'newest' ? 99 : 10
      const [from, to] = [Math.max(0, at - Math.min(before, 5)), Math.min(100, at + Math.min(after, 5))]
      return {
        messages: all.slice(from, to) as never,
        anchor: at,
        found_oldest: from === 0,
        found_newest: to === 100,
      } as never
    },
    byId: async () => ({ messages: [] }) as never,
    whichFit: async () => [],
  }
  return { asked, list: new MessageList(narrow, { store: new MessageStore(1_000), source, known }) }
}

test('opening a list again while it loads makes one request', async () => {
  const { asked, list } = ofHundred()
  await Promise.all([list.open('newest'), list.open('newest'), list.open('newest')])
  assert.deepEqual(asked, ['newest'])
  assert.equal(list.shown.value.ids.at(-1), 100)
})

test('a list left at its end reopens at once; others are fetched again', async () => {
  const { list } = ofHundred()
  const look = async (anchor: Anchor) => {
    const leave = list.shown.subscribe(() => {})
    await list.open(anchor)
    leave()
    await settle()
    return list.shown.peek().ids.length
  }
  assert.equal(await look('first_unread'), 0)
  assert.isAbove(await look('newest'), 0)
})
