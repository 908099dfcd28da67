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

/** What an earlier area wants to know and a later one can tell. */
export interface Question<A extends unknown[], T> {
  (...args: A): T
  /** Declares that an area answers, for its `taps`. One does. */
  tap(answer: (...args: A) => T): Tap
}

/** `otherwise` answers where no area does. */
export function question<A extends unknown[], T>(otherwise: (...args: A) => T): Question<A, T> {
  const { listeners, tap } = tappable<(...args: A) => T>()
  const ask = (...args: A) => {
    const [answer = otherwise] = listeners()
    return answer(...args)
  }
  return Object.assign(ask, { tap })
}
