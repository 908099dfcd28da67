import { type Signal, signal } from '@preact/signals'
import type { WireEvent } from '#contract'
import { ascending } from '#contract'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { canMatch, dependsOnPlace, fits, type Known, type Narrow } from '../narrow/narrow.ts'
import { isPlaceChange, judged } from './judging.ts'
import type { Anchor, Source } from './message-source.ts'
import type { Meanwhile, MessageChanges, MessageStore } from './message-store.ts'
import { changed, covers, nearest, trimmed } from './run.ts'
import { firstAfter, firstBefore, nothing, placeIn, refreshed, type Shown } from './shown.ts'

const more = 200

/** A narrow's messages: one run without holes around the place where it was opened, kept right by events. */
export class MessageList {
  readonly narrow: Narrow
  readonly shown: Signal<Shown> = signal(nothing, {
    watched: () => {
      this.#isWatched = true
    },
    unwatched: () => {
      this.#isWatched = false
      queueMicrotask(() => this.#leave())
    },
  })
  /** The message that the eye is on: what is far from it may be forgotten. */
  place: number | undefined
  /** Stops following what happens. */
  readonly close: () => void
  readonly #store: MessageStore
  readonly #source: Source
  readonly #known: Known
  #isWatched = false
  #isAhead = false
  /** Where it is being opened, until the answer is there. */
  #opening: Anchor | undefined
  #answer: Promise<void> | undefined
  #asked: Anchor = 'first_unread'
  /** Answers to questions of an earlier life of the list are dropped. */
  #generation = 0
  /** What was shown before messages were last moved away. */
  #beforeMove: Shown = nothing
  readonly #busy = { older: false, newer: false }
  #ids: { of: readonly number[]; set: ReadonlySet<number> } = { of: [], set: new Set() }

  constructor(narrow: Narrow, of: { store: MessageStore; source: Source; known: Known }) {
    this.narrow = narrow
    this.#store = of.store
    this.#source = of.source
    this.#known = of.known
    this.close = of.store.follow({
      follow: (changes) => this.#follow(changes),
      renew: () => this.#renew(),
      held: () => this.shown.peek().ids,
    })
  }

  get isOpen(): boolean {
    return this.shown.peek().anchor !== undefined
  }

  /** Whether somebody looks at it. */
  get isWatched(): boolean {
    return this.#isWatched
  }

  /**
   * Fetches what one would see first, for somebody who has not asked yet: where the list is opened for the first time, it
   * begins at what is unread then. What fails is asked for again when it is opened.
   */
  async fetchAhead(): Promise<void> {
    if (this.isOpen || this.#opening !== undefined) return
    this.#isAhead = true
    await this.#begin('first_unread', firstBefore, firstAfter)
    // nobody has asked: there is nothing to complain of
    if (!this.isOpen && this.#opening === undefined) this.shown.value = nothing
  }

  /** Whether nobody has opened it yet, who would begin at what is unread. */
  get isAhead(): boolean {
    return this.#isAhead
  }

  /** Fetches around an anchor. A list that has the anchor's message already shows what it has. */
  open(anchor: Anchor): Promise<void> {
    this.#asked = anchor
    const now = this.shown.peek()
    const wasAhead = this.#isAhead
    this.#isAhead = false
    const at = placeIn(now, wasAhead && this.isOpen, anchor, {
      has: (id) => this.#has(id),
      isRead: (id) => this.#store.get(id)?.flags?.includes('read') ?? false,
    })
    if (at !== undefined) {
      this.shown.value = { ...now, anchor: at }
      return Promise.resolve()
    }
    // whoever asks again, impatiently, waits for the answer that is on its way
    if (this.#opening !== anchor || !this.#answer) this.#answer = this.#begin(anchor, firstBefore, firstAfter)
    return this.#answer
  }

  /**
   * Everything that this list showed has been moved to another one: that one shows the same messages in the same place
   * until it has fetched its own.
   */
  handOver(to: MessageList): void {
    const left = this.#beforeMove
    this.#beforeMove = nothing
    if (left.anchor === undefined) return
    to.#isAhead = false
    to.place = this.place
    to.shown.value = left
    const { from, before, after } = refreshed(left, this.place)
    to.#answer = to.#begin(from, before, after, true)
  }

  /** What somebody has left before its end is opened anew: it would be seen for a moment, and then something else. */
  #leave(): void {
    const { hasNewest } = this.shown.peek()
    if (this.#isWatched || this.#isAhead || !this.isOpen || hasNewest) return
    this.#generation++
    this.#opening = undefined
    this.shown.value = nothing
  }

  /** What could not be fetched, once more: the server can be reached again. */
  retry(): void {
    const { problem } = this.shown.peek()
    if (problem === undefined || !this.#isWatched) return
    if (this.isOpen) this.#renew()
    else void this.open(this.#asked)
  }

  /** What is shown stays until the answer is there; `keepsAnchor`: and the view where it is. */
  async #begin(anchor: Anchor, before: number, after: number, keepsAnchor = false): Promise<void> {
    const generation = ++this.#generation
    this.#opening = anchor
    try {
      const { answer, meanwhile } = await this.#ask(anchor, before, after)
      if (generation !== this.#generation) return
      const ids = ascending(answer.messages.map(({ id }) => id).filter((id) => this.#store.get(id)))
      this.shown.value = {
        ids,
        hasOldest: answer.found_oldest,
        hasNewest: answer.found_newest,
        anchor: keepsAnchor ? this.shown.peek().anchor : (nearest(ids, answer.anchor ?? Number.MAX_SAFE_INTEGER) ?? 0),
        problem: undefined,
      }
      this.#reconcile(meanwhile)
    } catch (problem) {
      if (generation === this.#generation) this.shown.value = { ...this.shown.peek(), problem }
    } finally {
      if (generation === this.#generation) this.#opening = undefined
    }
  }

  /** Fetches what comes before, once at a time. */
  older = (): Promise<void> => this.#extend('older')
  newer = (): Promise<void> => this.#extend('newer')

  async #extend(direction: 'older' | 'newer'): Promise<void> {
    const { ids, hasOldest, hasNewest } = this.shown.peek()
    // what is about to be shown continues nothing that is shown now
    if (
      this.#opening !== undefined ||
      this.#busy[direction] ||
      ids.length === 0 ||
      (direction === 'older' ? hasOldest : hasNewest)
    )
      return
    this.#busy[direction] = true
    const generation = this.#generation
    try {
      const edge = (direction === 'older' ? ids[0] : ids.at(-1)) as number
      const [before, after] = direction === 'older' ? [more, 0] : [0, more]
      const { answer, meanwhile } = await this.#ask(edge, before, after, false)
      if (generation !== this.#generation) return
      const now = this.shown.peek()
      this.shown.value = {
        ...now,
        ids: ascending([...now.ids, ...answer.messages.map(({ id }) => id).filter((id) => this.#store.get(id))]),
        hasOldest: now.hasOldest || (direction === 'older' && answer.found_oldest),
        hasNewest: now.hasNewest || (direction === 'newer' && answer.found_newest),
        problem: undefined,
      }
      this.#reconcile(meanwhile)
    } catch (problem) {
      if (generation === this.#generation) this.shown.value = { ...this.shown.peek(), problem }
    } finally {
      this.#busy[direction] = false
    }
  }

  #ask(anchor: Anchor, before: number, after: number, includeAnchor = true) {
    return this.#store.fetch(() => this.#source.around(this.narrow, { anchor, before, after, includeAnchor }))
  }

  #has(id: number): boolean {
    const { ids } = this.shown.peek()
    if (this.#ids.of !== ids) this.#ids = { of: ids, set: new Set(ids) }
    return this.#ids.set.has(id)
  }

  #follow({ event, messages }: MessageChanges): void {
    if (!this.isOpen) return
    const isMove = isPlaceChange(event)
    if (isMove) void this.#fetchMoved(event)
    const changesPlaces = isMove || event.type === 'message' || event.type === 'delete_message'
    // flags, reactions and texts say nothing about where a message is
    if (changesPlaces || !dependsOnPlace(this.narrow)) this.#judge(messages.keys(), isMove)
  }

  /** An answer may be older than what was heard before it came. */
  #reconcile(meanwhile: Meanwhile): void {
    const moved: number[] = []
    const others: number[] = []
    for (const event of meanwhile) {
      if (event.type === 'message') others.push((event.message as Message).id)
      if (!isPlaceChange(event)) continue
      moved.push(...(event.message_ids as number[]))
      void this.#fetchMoved(event)
    }
    if (moved.length > 0) this.#judge(moved, true)
    if (others.length > 0) this.#judge(others, false)
  }

  /** Who belongs here comes, who is gone goes; one that no longer fits stays in sight, unless it is `moved` elsewhere. */
  #judge(candidates: Iterable<number>, moved: boolean): void {
    const run = this.shown.peek()
    const { gone, come, unsure } = judged(candidates, {
      moved,
      fits: (one) => fits(this.narrow, one, this.#known),
      get: (id) => this.#store.get(id),
      isHere: (id) => this.#has(id),
      covers: (id) => covers(run, id),
    })
    if (unsure.length > 0) void this.#askWhether(unsure)
    const next = changed(run, come, gone)
    if (next === run) return
    if (moved) this.#beforeMove = run
    this.shown.value = next
    // nothing is left of what was fetched, which says nothing of the rest
    if (next.ids.length === 0 && !(next.hasOldest && next.hasNewest))
      void this.#begin('newest', firstBefore, firstAfter)
  }

  /** A message that stayed while its text was being changed goes if it has been moved elsewhere. */
  release(id: number): void {
    this.#judge([id], true)
  }

  /** Words of a search are judged by the server. */
  async #askWhether(candidates: readonly number[]): Promise<void> {
    const found = await this.#source.whichFit(this.narrow, candidates).catch(() => [])
    const now = this.shown.peek()
    const next = changed(
      now,
      found.filter((id) => covers(now, id)),
      new Set(),
    )
    if (next !== now) this.shown.value = next
  }

  /** Of the messages that were moved here, this client may never have had some. */
  async #fetchMoved(event: WireEvent): Promise<void> {
    const run = this.shown.peek()
    const missing = (event.message_ids as number[]).filter((id) => !this.#store.get(id) && covers(run, id))
    if (missing.length === 0 || !canMatch(this.narrow, event)) return
    const found = await this.#store.fetch(() => this.#source.byId(this.narrow, missing)).catch(() => undefined)
    if (!found) return
    this.#judge(missing, true)
    this.#reconcile(found.meanwhile)
  }

  /** Keeps no more than so many ids, those around the place. */
  trim(most: number): void {
    const now = this.shown.peek()
    if (this.#opening !== undefined || now.ids.length <= most) return
    // what is on its way would continue what is cut off
    this.#generation++
    this.shown.value = trimmed(now, this.place ?? Number.MAX_SAFE_INTEGER, most)
  }

  /**
   * A new session: what is shown stays, and stays where it is, until what is there now has come. A list that nobody looks
   * at begins anew when it is opened.
   */
  #renew(): void {
    if (this.#opening !== undefined) {
      this.#answer = this.#begin(this.#opening, firstBefore, firstAfter)
      return
    }
    if (!this.isOpen) return
    if (!this.#isWatched) {
      this.#generation++
      this.shown.value = nothing
      return
    }
    const { from, before, after } = refreshed(this.shown.peek(), this.place)
    void this.#begin(from, before, after, true)
  }
}
