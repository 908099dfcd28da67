import type { Config } from '#platform/config'
import type { Act } from '#platform/organization'

/** That an area takes part in something; it does so once connected. */
export interface Tap {
  /** Connecting what is connected changes nothing. The answer ends it, for tests. */
  connect(): () => void
}

/** A point where later areas take part in an earlier area's action, in the same transaction. */
export interface Hook<A extends unknown[]> {
  (act: Act, ...args: A): Promise<void>
  /** Declares that an area takes part, for its `taps`. */
  tap(listener: (act: Act, ...args: A) => Promise<void>): Tap
}

export function hook<A extends unknown[]>(): Hook<A> {
  const { listeners, tap } = tappable<(act: Act, ...args: A) => Promise<void>>()
  const run = async (act: Act, ...args: A) => {
    for (const listener of listeners()) await listener(act, ...args)
  }
  return Object.assign(run, { tap })
}

/** Listeners that areas declare, in the order in which they were connected. */
export function tappable<L>(): { listeners(): Iterable<L>; tap(listener: L): Tap } {
  const connected = new Map<Tap, L>()
  return {
    listeners: () => connected.values(),
    tap(listener) {
      const tap: Tap = {
        connect() {
          connected.set(tap, listener)
          return () => void connected.delete(tap)
        },
      }
      return tap
    },
  }
}

/** What an earlier area wants to know of the server, and a later one can tell from its options. */
export interface Question<T> {
  (config: Config): T
  /** Declares that an area answers, for its `taps`. One does. */
  tap(answer: (config: Config) => T): Tap
}

/** `otherwise` is the answer where no area has one. */
export function question<T>(otherwise: T): Question<T> {
  const { listeners, tap } = tappable<(config: Config) => T>()
  const ask = (config: Config) => {
    const [answer] = listeners()
    return answer ? answer(config) : otherwise
  }
  return Object.assign(ask, { tap })
}
