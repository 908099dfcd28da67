import { type Signal, signal } from '@preact/signals'
import { getMessages, matchesNarrow } from '../../src/areas/messages/api/fetch.ts'
import type { Message } from '../../src/areas/messages/wire.ts'
import { fits, type Known, type Narrow, narrowKey } from '../narrow/narrow.ts'
import { api } from '../transport/api.ts'
import { isFollowed, isMuted } from './channels.ts'
import { connection } from './connection.ts'
import { addMessages, followMessages, type MessageChanges, message } from './messages.ts'
import { ownId } from './people.ts'

const firstBefore = 40
const firstAfter = 40
const more = 200
/** On each side of the place, when a new session asks for what is shown already. */
const mostRefreshed = 1_000

export type Anchor = 'first_unread' | 'newest' | 'oldest' | number

const known: Known = {
  get ownId() {
    return ownId.value
  },
  isMuted,
  isFollowed,
}

/** What a list shows at a moment. */
export interface Shown {
  /** Ascending, without holes. */
  readonly ids: readonly number[]
  readonly hasOldest: boolean
  readonly hasNewest: boolean
  /** The message at which the view opens; undefined until something was fetched. */
  readonly anchor: number | undefined
  readonly problem: unknown
}

const nothing: Shown = { ids: [], hasOldest: false, hasNewest: false, anchor: undefined, problem: undefined }

/** A narrow's messages: one run without holes around the place where it was opened, kept right by events. */
export class MessageList {
  readonly narrow: Narrow
  readonly shown: Signal<Shown> = signal(nothing, {
    watched: () => {
      this.#isWatched = true
    },
    unwatched: () => {
      this.#isWatched = false
    },
  })
  #isWatched = false
  #asked: Anchor = 'first_unread'
  /** Answers to questions of an earlier life of the list are dropped. */
  #generation = 0
  readonly #busy = { older: false, newer: false }
  #opening: Promise<void> | undefined

  constructor(narrow: Narrow) {
    this.narrow = narrow
    followMessages(
      (changes) => this.#follow(changes),
      () => this.#renew(),
      () => this.shown.peek().ids,
    )
  }

  get isOpen(): boolean {
    return this.shown.peek().anchor !== undefined
  }

  /** Fetches around an anchor. A list that has the anchor's message already shows what it has. */
  open(anchor: Anchor): Promise<void> {
    const { ids } = this.shown.peek()
    if (typeof anchor === 'number' && ids.includes(anchor)) {
      this.shown.value = { ...this.shown.peek(), anchor }
      return Promise.resolve()
    }
    if (anchor === 'newest' && this.shown.peek().hasNewest && ids.length > 0) {
      this.shown.value = { ...this.shown.peek(), anchor: ids.at(-1) }
      return Promise.resolve()
    }
    this.#opening = this.#open(anchor)
    return this.#opening
  }

  /** What could not be fetched, once more: the server can be reached again. */
  retry(): void {
    const { problem } = this.shown.peek()
    if (problem === undefined || !this.#isWatched) return
    if (this.isOpen) void this.#refresh()
    else void this.open(this.#asked)
  }

  async #open(anchor: Anchor): Promise<void> {
    this.#asked = anchor
    const generation = ++this.#generation
    try {
      const answer = await this.#ask(anchor, firstBefore, firstAfter)
      if (generation !== this.#generation) return
      addMessages(answer.messages)
      const ids = answer.messages.map(({ id }) => id)
      this.shown.value = {
        ids,
        hasOldest: answer.found_oldest,
        hasNewest: answer.found_newest,
        anchor: nearest(ids, answer.anchor ?? Number.MAX_SAFE_INTEGER) ?? 0,
        problem: undefined,
      }
    } catch (problem) {
      if (generation === this.#generation) this.shown.value = { ...this.shown.peek(), problem }
    }
  }

  /** Fetches what comes before, once at a time. */
  older = (): Promise<void> => this.#extend('older')
  newer = (): Promise<void> => this.#extend('newer')

  async #extend(direction: 'older' | 'newer'): Promise<void> {
    const { ids, hasOldest, hasNewest } = this.shown.peek()
    if (this.#busy[direction] || ids.length === 0 || (direction === 'older' ? hasOldest : hasNewest)) return
    this.#busy[direction] = true
    const generation = this.#generation
    try {
      const edge = (direction === 'older' ? ids[0] : ids.at(-1)) as number
      const answer = await this.#ask(edge, direction === 'older' ? more : 0, direction === 'older' ? 0 : more, false)
      if (generation !== this.#generation) return
      addMessages(answer.messages)
      const now = this.shown.peek()
      const all = new Set([...now.ids, ...answer.messages.map(({ id }) => id)])
      this.shown.value = {
        ...now,
        ids: [...all].sort((a, b) => a - b),
        hasOldest: now.hasOldest || (direction === 'older' && answer.found_oldest),
        hasNewest: now.hasNewest || (direction === 'newer' && answer.found_newest),
        problem: undefined,
      }
    } catch (problem) {
      if (generation === this.#generation) this.shown.value = { ...this.shown.peek(), problem }
    } finally {
      this.#busy[direction] = false
    }
  }

  async #ask(anchor: Anchor, num_before: number, num_after: number, include_anchor = true) {
    const answer = await api.call(getMessages, {
      anchor: String(anchor),
      num_before,
      num_after,
      include_anchor,
      narrow: [...this.narrow],
      client_gravatar: false,
      allow_empty_topic_name: true,
    })
    return answer as typeof answer & { messages: Message[] }
  }

  #follow({ event, messages }: MessageChanges): void {
    const { ids, hasNewest } = this.shown.peek()
    if (!this.isOpen) return
    const gone = new Set<number>()
    const come: number[] = []
    let isUnsure = false
    for (const [id, next] of messages) {
      const here = ids.includes(id)
      const belongs = next && fits(this.narrow, next, known)
      if (here && (next === undefined || (belongs === false && isPlaceChange(event)))) gone.add(id)
      if (here || !next || belongs === false) continue
      const isInside = hasNewest ? id >= (ids[0] ?? 0) : id > (ids[0] ?? 0) && id < (ids.at(-1) ?? 0)
      if (belongs === undefined) isUnsure ||= isInside || event?.type === 'message'
      else if (isInside) come.push(id)
    }
    if (isUnsure) void this.#askWhether([...messages.keys()])
    if (event?.type === 'update_message' && isPlaceChange(event)) this.#refetchIfMoved(messages)
    if (gone.size === 0 && come.length === 0) return
    const now = this.shown.peek()
    this.shown.value = {
      ...now,
      ids: [...new Set([...now.ids.filter((id) => !gone.has(id)), ...come])].sort((a, b) => a - b),
    }
  }

  /** Words of a search are judged by the server. */
  async #askWhether(candidates: readonly number[]): Promise<void> {
    const generation = this.#generation
    const answer = await api
      .call(matchesNarrow, { msg_ids: [...candidates], narrow: [...this.narrow] })
      .catch(() => undefined)
    if (!answer || generation !== this.#generation || !this.shown.peek().hasNewest) return
    const now = this.shown.peek()
    const found = Object.keys(answer.messages).map(Number)
    this.shown.value = { ...now, ids: [...new Set([...now.ids, ...found])].sort((a, b) => a - b) }
  }

  /** Messages that were moved here may be some that this client never had. */
  #refetchIfMoved(messages: MessageChanges['messages']): void {
    const { ids } = this.shown.peek()
    const isTouched = [...messages.values()].some(
      (one) => one && fits(this.narrow, one, known) && !ids.includes(one.id),
    )
    if (isTouched) void this.#open(nearest(ids, Number.MAX_SAFE_INTEGER) ?? 'newest')
  }

  /**
   * A new session: what is shown stays, and stays where it is, until what is there now has come. A list that nobody looks
   * at begins anew when it is opened.
   */
  #renew(): void {
    if (!this.isOpen) return
    this.#generation++
    if (this.#isWatched) void this.#refresh()
    else this.shown.value = nothing
  }

  async #refresh(): Promise<void> {
    const generation = this.#generation
    const { ids, hasNewest, anchor } = this.shown.peek()
    // the newest that there were, and what has come since
    const edge = ids.at(-1)
    const from = edge === undefined ? 'newest' : hasNewest ? edge : (anchor ?? edge)
    const half = Math.min(mostRefreshed, ids.length + firstBefore)
    try {
      const answer = await this.#ask(from, half, hasNewest ? mostRefreshed : half)
      if (generation !== this.#generation) return
      addMessages(answer.messages)
      this.shown.value = {
        ...this.shown.peek(),
        ids: answer.messages.map(({ id }) => id),
        hasOldest: answer.found_oldest,
        hasNewest: answer.found_newest,
        problem: undefined,
      }
    } catch (problem) {
      if (generation === this.#generation) this.shown.value = { ...this.shown.peek(), problem }
    }
  }
}

const isPlaceChange = (event: MessageChanges['event']): boolean =>
  event?.type === 'update_message' && (event.subject !== undefined || event.new_stream_id !== undefined)

function nearest(ids: readonly number[], id: number): number | undefined {
  return ids.find((one) => one >= id) ?? ids.at(-1)
}

const lists = new Map<string, MessageList>()

/** The list of a narrow; the same one for as long as the page is open. */
export function listOf(narrow: Narrow): MessageList {
  const key = narrowKey(narrow)
  let list = lists.get(key)
  if (!list) {
    list = new MessageList(narrow)
    lists.set(key, list)
  }
  return list
}

connection.subscribe((state) => {
  if (state === 'live') for (const list of lists.values()) list.retry()
})

/** Messages of a list that are in memory. */
export const messagesOf = ({ ids }: Shown): Message[] =>
  ids.flatMap((id) => {
    const one = message(id)
    return one ? [one] : []
  })
