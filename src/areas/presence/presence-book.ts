import type { UserId } from '#contract'
/** When somebody was last there: UNIX seconds. */
export interface Seen {
  readonly userId: UserId
  /** The person used a client. */
  readonly active: number
  /** Some client was connected, used or not. */
  readonly idle: number
  /** Larger than that of every change before it. */
  readonly updateId: number
}

/** What the book keeps of somebody, with the texts that answers are made of, written when first needed. */
export class Sighting implements Seen {
  readonly userId: UserId
  readonly active: number
  readonly idle: number
  readonly updateId: number
  modernText: string | undefined
  legacyText: string | undefined

  constructor({ userId, active, idle, updateId }: Seen) {
    this.userId = userId
    this.active = active
    this.idle = idle
    this.updateId = updateId
  }
}

/** Who was there and when, in memory; what changed since the last time it was saved. */
export class PresenceBook {
  readonly #seen = new Map<UserId, Sighting>()
  #unsaved = new Map<UserId, Seen>()
  #lastId = 0

  /** The id of the newest change; 0 when there is none. */
  get lastId(): number {
    return this.#lastId
  }

  get(userId: UserId): Seen | undefined {
    return this.#seen.get(userId)
  }

  /** In order of change, the oldest first. */
  all(): Iterable<Sighting> {
    return this.#seen.values()
  }

  /** Who changed last, the latest first. */
  latest(limit: number): UserId[] {
    return [...this.#seen.keys()].slice(-limit).reverse()
  }

  /** Notes a change. Ids follow the clock, so that they still grow after a restart that forgot the newest ones. */
  note(userId: UserId, times: { active: number; idle: number }, nowMs: number): Seen {
    const seen = { userId, ...times, updateId: Math.max(this.#lastId + 1, nowMs) }
    this.#put(seen)
    this.#unsaved.set(userId, seen)
    return seen
  }

  /** Takes over what the database says, where that is newer. */
  adopt(rows: readonly Seen[]): void {
    for (const row of [...rows].sort((a, b) => a.updateId - b.updateId)) {
      const known = this.#seen.get(row.userId)
      if (!known || known.updateId < row.updateId) this.#put(row)
    }
  }

  /** What is to be saved now; given back with {@link keep} when that fails. */
  takeUnsaved(): Seen[] {
    const taken = [...this.#unsaved.values()]
    this.#unsaved = new Map()
    return taken
  }

  keep(unsaved: readonly Seen[]): void {
    for (const seen of unsaved) if (!this.#unsaved.has(seen.userId)) this.#unsaved.set(seen.userId, seen)
  }

  #put(seen: Seen): void {
    // deleted first, so that the order is that of the changes
    this.#seen.delete(seen.userId)
    this.#seen.set(seen.userId, new Sighting(seen))
    if (seen.updateId > this.#lastId) this.#lastId = seen.updateId
  }
}
