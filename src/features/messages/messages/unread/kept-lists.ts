import type { UserId } from '#contract'
import type { Tail } from '#platform/events'
import { bytesOfTexts } from './place-texts.ts'
import { bytesOfList, type UnreadList, type UnreadPlace } from './unread-list.ts'

interface Limits {
  /** All lists with the texts made of them. */
  readonly maxBytes: number
  readonly maxIdleMs: number
}

interface Kept {
  readonly tail: Tail
  readonly userId: UserId
  readonly list: UnreadList
  bytes: number
  usedAt: number
}

/** Unread lists of users of all organizations, valid while their organization's tail isn't replaced. */
export class KeptLists {
  readonly #limits: Limits
  readonly #byTail = new WeakMap<Tail, Map<UserId, Kept>>()
  /** Least recently used first. */
  readonly #all = new Set<Kept>()
  #bytes = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Also drops all lists that were idle too long. */
  get(tail: Tail, userId: UserId): UnreadList | undefined {
    const since = performance.now() - this.#limits.maxIdleMs
    for (const kept of this.#all) {
      if (kept.usedAt > since) break
      this.#drop(kept)
    }
    return this.#find(tail, userId)?.list
  }

  /** Replaces the user's list. A list that's too large isn't kept, so that it doesn't evict all others. */
  keep(tail: Tail, userId: UserId, list: UnreadList): void {
    this.drop(tail, userId)
    let bytes = bytesOfList(list)
    for (const place of list.places.values()) bytes += bytesOfTexts(place)
    if (bytes > this.#limits.maxBytes) return
    const kept: Kept = { tail, userId, list, bytes, usedAt: performance.now() }
    const lists = this.#byTail.get(tail) ?? new Map<UserId, Kept>()
    this.#byTail.set(tail, lists)
    lists.set(userId, kept)
    this.#all.add(kept)
    this.#bytes += bytes
    this.#evict()
  }

  /** Counts a change of the texts made of a conversation, if it's still in the user's list. */
  grow(tail: Tail, userId: UserId, place: UnreadPlace, bytes: number): void {
    const kept = this.#find(tail, userId)
    if (!kept || kept.list.places.get(place.conversationId) !== place) return
    kept.bytes += bytes
    this.#bytes += bytes
    if (kept.bytes > this.#limits.maxBytes) this.#drop(kept)
    else this.#evict()
  }

  drop(tail: Tail, userId: UserId): void {
    const kept = this.#find(tail, userId)
    if (kept) this.#drop(kept)
  }

  #find(tail: Tail, userId: UserId): Kept | undefined {
    return this.#byTail.get(tail)?.get(userId)
  }

  #drop(kept: Kept): void {
    this.#byTail.get(kept.tail)?.delete(kept.userId)
    this.#all.delete(kept)
    this.#bytes -= kept.bytes
  }

  #evict(): void {
    for (const oldest of this.#all) {
      if (this.#bytes <= this.#limits.maxBytes) return
      this.#drop(oldest)
    }
  }
}

/** The lists of this process. */
export const keptLists = new KeptLists({ maxBytes: 64 * 2 ** 20, maxIdleMs: 3_600_000 })
