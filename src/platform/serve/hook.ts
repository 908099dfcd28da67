import type { Mutation } from '#platform/organization'

/** That an area takes part in something; it does so once connected. */
export interface HookHandler {
  /** Connecting what is connected changes nothing. The answer ends it, for tests. */
  connect(): () => void
}

/** A point where later areas take part in an earlier area's action, in the same transaction. */
export interface Hook<A extends unknown[]> {
  (mutation: Mutation, ...args: A): Promise<void>
  /** Declares that an area takes part, for its `hookHandlers`. */
  handledBy(listener: (mutation: Mutation, ...args: A) => Promise<void>): HookHandler
}

export function hook<A extends unknown[]>(): Hook<A> {
  const { listeners, handledBy } = handlerRegistry<(mutation: Mutation, ...args: A) => Promise<void>>()
  const run = async (mutation: Mutation, ...args: A) => {
    for (const listener of listeners()) await listener(mutation, ...args)
  }
  return Object.assign(run, { handledBy })
}

/** Listeners that areas declare, in the order in which they were connected. */
export function handlerRegistry<L>(): { listeners(): Iterable<L>; handledBy(listener: L): HookHandler } {
  const connected = new Map<HookHandler, L>()
  return {
    listeners: () => connected.values(),
    handledBy(listener) {
      const handler: HookHandler = {
        connect() {
          connected.set(handler, listener)
          return () => void connected.delete(handler)
        },
      }
      return handler
    },
  }
}

/** What an earlier area wants to know and a later one can tell. */
export interface ExtensionPoint<A extends unknown[], T> {
  (...args: A): T
  /** Declares that an area answers, for its `hookHandlers`. One does. */
  handledBy(answer: (...args: A) => T): HookHandler
}

/** `otherwise` answers where no area does. */
export function extensionPoint<A extends unknown[], T>(otherwise: (...args: A) => T): ExtensionPoint<A, T> {
  const { listeners, handledBy } = handlerRegistry<(...args: A) => T>()
  const ask = (...args: A) => {
    const [answer = otherwise] = listeners()
    return answer(...args)
  }
  return Object.assign(ask, { handledBy })
}
