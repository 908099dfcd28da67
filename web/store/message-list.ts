import { type Signal, signal } from '@preact/signals'
import type { WireEvent } from '#contract'
import { ascending } from '#contract'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import type { Anchor, Source } from '../narrow/message-source.ts'
import { canMatch, dependsOnPlace, fits, type Known, type Narrow } from '../narrow/narrow.ts'
import { isPlaceChange, partitioned } from '../narrow/partition.ts'
import { changed, covers, nearest, trimmed } from '../narrow/run.ts'
import type { InterimChanges, MessageChanges, MessageStore } from './message-store.ts'
import { firstAfter, firstBefore, nothing, placeIn, refreshed, type Shown } from './shown.ts'

const more = 200

/** A narrow's messages: one contiguous range around the place where it was opened, updated by events. */
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
  /** The message being looked at: trimming keeps the messages around it. */
  place: number | undefined
  readonly close: () => void
  readonly #store: MessageStore
  readonly #source: Source
  readonly #known: Known
  #isWatched = false
  #isAhead = false
  #opening: Anchor | undefined
  #answer: Promise<void> | undefined
  #asked: Anchor = 'first_unread'
  /** Responses for an older generation are dropped. */
  #generation = 0
  /** The content before messages were last moved away. */
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

  get isWatched(): boolean {
    return this.#isWatched
  }

  /**
   * Prefetches the list. Its first opening then starts at the first unread message; a failure is retried when it's
   * opened.
   */
  async fetchAhead(): Promise<void> {
    if (this.isOpen || this.#opening !== undefined) return
    this.#isAhead = true
    await this.#begin('first_unread', firstBefore, firstAfter)
    // the user didn't ask for it, so show no error
    if (!this.isOpen && this.#opening === undefined) this.shown.value = nothing
  }

  get isAhead(): boolean {
    return this.#isAhead
  }

  /** Fetches around an anchor, unless the list has the anchor's message already. */
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
    // opening it again while it loads waits for the same response
    if (this.#opening !== anchor || !this.#answer) this.#answer = this.#begin(anchor, firstBefore, firstAfter)
    return this.#answer
  }

  /** After all its messages were moved: the other list shows them in the same place until it has fetched its own. */
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

  /** Resets a list that was left before its end, so that reopening it doesn't flash the old content. */
  #leave(): void {
    const { hasNewest } = this.shown.peek()
    if (this.#isWatched || this.#isAhead || !this.isOpen || hasNewest) return
    this.#generation++
    this.#opening = undefined
    this.shown.value = nothing
  }

  retry(): void {
    const { problem } = this.shown.peek()
    if (problem === undefined || !this.#isWatched) return
    if (this.isOpen) this.#renew()
    else void this.open(this.#asked)
  }

  /** Keeps the old content until the response arrives, and with `keepsAnchor` also the scroll position. */
  async #begin(anchor: Anchor, before: number, after: number, keepsAnchor = false): Promise<void> {
    const generation = ++this.#generation
    this.#opening = anchor
    try {
      const { answer, interim } = await this.#ask(anchor, before, after)
      if (generation !== this.#generation) return
      const ids = ascending(answer.messages.map(({ id }) => id).filter((id) => this.#store.get(id)))
      this.shown.value = {
        ids,
        hasOldest: answer.found_oldest,
        hasNewest: answer.found_newest,
        anchor: keepsAnchor ? this.shown.peek().anchor : (nearest(ids, answer.anchor ?? Number.MAX_SAFE_INTEGER) ?? 0),
        problem: undefined,
      }
      this.#reconcile(interim)
    } catch (problem) {
      if (generation === this.#generation) this.shown.value = { ...this.shown.peek(), problem }
    } finally {
      if (generation === this.#generation) this.#opening = undefined
    }
  }

  older = (): Promise<void> => this.#extend('older')
  newer = (): Promise<void> => this.#extend('newer')

  async #extend(direction: 'older' | 'newer'): Promise<void> {
    const { ids, hasOldest, hasNewest } = this.shown.peek()
    // the content about to replace this one doesn't continue it
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
      const { answer, interim } = await this.#ask(edge, before, after, false)
      if (generation !== this.#generation) return
      const now = this.shown.peek()
      this.shown.value = {
        ...now,
        ids: ascending([...now.ids, ...answer.messages.map(({ id }) => id).filter((id) => this.#store.get(id))]),
        hasOldest: now.hasOldest || (direction === 'older' && answer.found_oldest),
        hasNewest: now.hasNewest || (direction === 'newer' && answer.found_newest),
        problem: undefined,
      }
      this.#reconcile(interim)
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
    // flags, reactions and edits don't change where a message is
    if (changesPlaces || !dependsOnPlace(this.narrow)) this.#reevaluate(messages.keys(), isMove)
  }

  /** Applies events received while a response was pending, which it may not include. */
  #reconcile(interim: InterimChanges): void {
    const moved: number[] = []
    const others: number[] = []
    for (const event of interim) {
      if (event.type === 'message') others.push((event.message as Message).id)
      if (!isPlaceChange(event)) continue
      moved.push(...(event.message_ids as number[]))
      void this.#fetchMoved(event)
    }
    if (moved.length > 0) this.#reevaluate(moved, true)
    if (others.length > 0) this.#reevaluate(others, false)
  }

  /**
   * Adds messages that belong here and removes those that are gone. One that only stopped matching stays visible,
   * unless it was `moved` elsewhere.
   */
  #reevaluate(candidates: Iterable<number>, moved: boolean): void {
    const run = this.shown.peek()
    const { gone, come, unsure } = partitioned(candidates, {
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
    // nothing is left of the fetched range, but there may be more outside it
    if (next.ids.length === 0 && !(next.hasOldest && next.hasNewest))
      void this.#begin('newest', firstBefore, firstAfter)
  }

  /** After editing: removes the message if it was moved elsewhere while it was being edited. */
  release(id: number): void {
    this.#reevaluate([id], true)
  }

  /** Only the server can match search words. */
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

  /** Fetches messages moved here that this client doesn't have. */
  async #fetchMoved(event: WireEvent): Promise<void> {
    const run = this.shown.peek()
    const missing = (event.message_ids as number[]).filter((id) => !this.#store.get(id) && covers(run, id))
    if (missing.length === 0 || !canMatch(this.narrow, event)) return
    const found = await this.#store.fetch(() => this.#source.byId(this.narrow, missing)).catch(() => undefined)
    if (!found) return
    this.#reevaluate(missing, true)
    this.#reconcile(found.interim)
  }

  trim(most: number): void {
    const now = this.shown.peek()
    if (this.#opening !== undefined || now.ids.length <= most) return
    // a pending response would continue the part being cut off
    this.#generation++
    this.shown.value = trimmed(now, this.place ?? Number.MAX_SAFE_INTEGER, most)
  }

  /**
   * For a new session: a watched list keeps its content and scroll position until the new content arrives. An unwatched
   * one is fetched again when it's opened.
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
