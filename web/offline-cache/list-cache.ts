import type { WireEvent } from '#contract'
import { messagesAfter } from '../../src/features/messages/messages/known-messages-states.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import {
  canMatch,
  channelOf,
  conversationOf,
  dependsOnPlace,
  fits,
  isSearch,
  type Known,
  type Narrow,
} from '../narrow/narrow.ts'
import { isPlaceChange } from '../narrow/partition.ts'
import { lossBy } from './loss.ts'
import { idsOf, isCovered, type Ranges, withId, without, withoutRangeAt } from './runs.ts'

/** The known part of a narrow's list. Every ID in it has its message in the cache. */
export interface KeptList {
  readonly narrow: Narrow
  readonly ranges: Ranges
  /** When it was last shown, in milliseconds. */
  readonly used: number
}

/** True for narrows we cache: those decided by a message's conversation alone, without search terms or negation. */
export const isKept = (narrow: Narrow): boolean =>
  narrow.length > 0 && dependsOnPlace(narrow) && !isSearch(narrow) && !narrow.some(({ negated }) => negated)

/** IDs of messages that an event may change. */
export const touchedBy = (event: WireEvent): number[] =>
  [event.message_ids, event.messages, event.message_id].flat().filter((id): id is number => typeof id === 'number')

/** True if an event may change which messages are in a list. */
export const changesLists = (event: WireEvent): boolean =>
  event.type === 'message' || event.type === 'delete_message' || isPlaceChange(event) || lossBy(event, 0) !== undefined

/** The cached lists, and the messages that pending events touch. Applies the events and records what to write. */
export class ListCache {
  readonly lists: Map<string, KeptList>
  readonly messages: Map<number, Message>
  /** Keys of lists to write: changed, new, or removed (missing from {@link lists}). */
  readonly changedLists = new Set<string>()
  readonly changedMessages = new Set<number>()
  /** Everything stored before is dropped, including what wasn't read. */
  isCleared = false
  /** IDs that were removed from lists; a message in no list isn't stored. */
  readonly #lost = new Set<number>()
  readonly #known: Known

  constructor(lists: ReadonlyMap<string, KeptList>, messages: ReadonlyMap<number, Message>, known: Known) {
    this.lists = new Map(lists)
    this.messages = new Map(messages)
    this.#known = known
  }

  apply(event: WireEvent): void {
    const loss = lossBy(event, this.#known.ownId)
    if (loss === 'everything') {
      this.clear()
      return
    }
    if (loss) {
      this.#drop(({ narrow }) => {
        const channel = channelOf(narrow)
        return channel === undefined ? !conversationOf(narrow) : loss.channels.has(channel)
      })
    }
    const before = new Set(this.messages.keys())
    for (const [id, next] of messagesAfter(this.messages, event) ?? []) {
      if (next) this.messages.set(id, next)
      else this.messages.delete(id)
      if (before.has(id)) this.changedMessages.add(id)
    }
    if (event.type === 'message') this.#take((event.message as Message).id)
    else if (event.type === 'delete_message') this.#change(({ ranges }) => without(ranges, new Set(touchedBy(event))))
    else if (isPlaceChange(event)) this.#move(event)
  }

  put(key: string, list: KeptList): void {
    const before = this.lists.get(key)
    if (before) this.#lose(before.ranges, list.ranges)
    this.lists.set(key, list)
    this.changedLists.add(key)
  }

  clear(): void {
    this.isCleared = true
    this.lists.clear()
    this.messages.clear()
    this.changedLists.clear()
    this.changedMessages.clear()
    this.#lost.clear()
  }

  /** Drops the least recently used lists until at most `most` messages are left. */
  limit(most: number): void {
    const byUse = [...this.lists].sort(([, a], [, b]) => b.used - a.used)
    let count = 0
    const gone = new Set<string>()
    for (const [key, { ranges }] of byUse) {
      count += idsOf(ranges).length
      if (count > most) gone.add(key)
    }
    if (gone.size > 0) this.#drop((_list, key) => gone.has(key))
  }

  orphans(): number[] {
    if (this.#lost.size === 0) return []
    const held = new Set([...this.lists.values()].flatMap(({ ranges }) => idsOf(ranges)))
    return [...this.#lost].filter((id) => !held.has(id))
  }

  /** Stores a new message if a list has a place for it. */
  #take(id: number): void {
    const one = this.messages.get(id) as Message
    let isTaken = false
    this.#change(({ narrow, ranges }) => {
      if (!isCovered(ranges, id) || !fits(narrow, one, this.#known)) return ranges
      isTaken = true
      return withId(ranges, id)
    })
    if (isTaken) this.changedMessages.add(id)
    else this.messages.delete(id)
  }

  #move(event: WireEvent): void {
    for (const id of event.message_ids as number[]) {
      const one = this.messages.get(id)
      this.#change(({ narrow, ranges }) => {
        const isHere = ranges.some(({ ids }) => ids.includes(id))
        const belongs = one && fits(narrow, one, this.#known)
        if (isHere) return belongs ? ranges : without(ranges, new Set([id]))
        if (belongs) return withId(ranges, id)
        // a message that isn't cached may have moved into this range
        return one || !canMatch(narrow, event) ? ranges : withoutRangeAt(ranges, id)
      })
    }
  }

  #change(change: (list: KeptList) => Ranges): void {
    for (const [key, list] of this.lists) {
      const ranges = change(list)
      if (ranges === list.ranges) continue
      this.#lose(list.ranges, ranges)
      if (ranges.length === 0) this.lists.delete(key)
      else this.lists.set(key, { ...list, ranges })
      this.changedLists.add(key)
    }
  }

  #drop(isGone: (list: KeptList, key: string) => boolean): void {
    for (const [key, list] of this.lists) {
      if (!isGone(list, key)) continue
      this.#lose(list.ranges, [])
      this.lists.delete(key)
      this.changedLists.add(key)
    }
  }

  #lose(before: Ranges, after: Ranges): void {
    const left = new Set(idsOf(after))
    for (const id of idsOf(before)) if (!left.has(id)) this.#lost.add(id)
  }
}
