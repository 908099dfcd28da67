import type { UserId } from '#contract'
/** A user's last presence in UNIX seconds. */
export interface Seen {
  readonly userId: UserId
  readonly active: number
  readonly idle: number
  /** Greater than that of every earlier change. */
  readonly updateId: number
}

/** An entry with its serialized forms, created on first use. */
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

/** Presence of all users in memory, with unsaved changes. */
export class PresenceBook {
  readonly #seen = new Map<UserId, Sighting>()
  #unsaved = new Map<UserId, Seen>()
  #lastId = 0

  /** The ID of the newest change; 0 if none. */
  get lastId(): number {
    return this.#lastId
  }

  get(userId: UserId): Seen | undefined {
    return this.#seen.get(userId)
  }

  /** Ordered by change, oldest first. */
  all(): Iterable<Sighting> {
    return this.#seen.values()
  }

  /** Most recent change first. */
  latest(limit: number): UserId[] {
    return [...this.#seen.keys()].slice(-limit).reverse()
  }

  /** Records a change. IDs follow the clock, so that they grow even after a restart that lost the newest ones. */
  note(userId: UserId, times: { active: number; idle: number }, nowMs: number): Seen {
    const seen = { userId, ...times, updateId: Math.max(this.#lastId + 1, nowMs) }
    this.#put(seen)
    this.#unsaved.set(userId, seen)
    return seen
  }

  /** Takes newer rows from the database. */
  adopt(rows: readonly Seen[]): void {
    for (const row of [...rows].sort((a, b) => a.updateId - b.updateId)) {
      const known = this.#seen.get(row.userId)
      if (!known || known.updateId < row.updateId) this.#put(row)
    }
  }

  /** The changes to save; return them with {@link keep} if that fails. */
  takeUnsaved(): Seen[] {
    const taken = [...this.#unsaved.values()]
    this.#unsaved = new Map()
    return taken
  }

  keep(unsaved: readonly Seen[]): void {
    for (const seen of unsaved) if (!this.#unsaved.has(seen.userId)) this.#unsaved.set(seen.userId, seen)
  }

  #put(seen: Seen): void {
    // delete first, so that the map is ordered by change
    this.#seen.delete(seen.userId)
    this.#seen.set(seen.userId, new Sighting(seen))
    if (seen.updateId > this.#lastId) this.#lastId = seen.updateId
  }
}
