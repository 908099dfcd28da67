import type { UserId } from '#contract'
import type { Row } from '#platform/db'
import type { SignedIn } from '#platform/serve'

/** Held by waiting requests. */
export class Session implements SignedIn {
  readonly id: number
  readonly userId: UserId
  hasEnded = false

  constructor(id: number, userId: UserId) {
    this.id = id
    this.userId = userId
  }
}

/** Sessions by hashed cookie, in memory: needed for each request. */
export class Sessions {
  readonly #byHash = new Map<string, Session>()
  readonly #hashes = new Map<number, string>()
  /** Used since the last write. */
  readonly seen = new Set<number>()

  byHash(hash: string): Session | undefined {
    return this.#byHash.get(hash)
  }

  put({ id, user_id, token_hash }: Row<'session'>): void {
    this.#byHash.set(token_hash, new Session(id, user_id))
    this.#hashes.set(id, token_hash)
  }

  drop(id: number): void {
    const hash = this.#hashes.get(id) ?? ''
    const session = this.#byHash.get(hash)
    if (session) session.hasEnded = true
    this.#byHash.delete(hash)
    this.#hashes.delete(id)
    this.seen.delete(id)
  }
}
