import type { Mutation } from '#platform/organization'

/** A feature's handler of a hook or extension point. */
export interface HookHandler {
  /** Idempotent. The returned function disconnects it, for tests. */
  connect(): () => void
}

/** A point where later features take part in an earlier feature's action, in the same transaction. */
export interface Hook<A extends unknown[]> {
  (mutation: Mutation, ...args: A): Promise<void>
  /** Declares a handler for a feature's `hookHandlers`. */
  handledBy(listener: (mutation: Mutation, ...args: A) => Promise<void>): HookHandler
}

export function hook<A extends unknown[]>(): Hook<A> {
  const { listeners, handledBy } = handlerRegistry<(mutation: Mutation, ...args: A) => Promise<void>>()
  const run = async (mutation: Mutation, ...args: A) => {
    for (const listener of listeners()) await listener(mutation, ...args)
  }
  return Object.assign(run, { handledBy })
}

/** Handlers in connection order. */
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

/** A question of an earlier feature that a later one answers. */
export interface ExtensionPoint<A extends unknown[], T> {
  (...args: A): T
  /** Declares the answer for a feature's `hookHandlers`. At most one feature does. */
  handledBy(answer: (...args: A) => T): HookHandler
}

/** `otherwise` is the default answer. */
export function extensionPoint<A extends unknown[], T>(otherwise: (...args: A) => T): ExtensionPoint<A, T> {
  const { listeners, handledBy } = handlerRegistry<(...args: A) => T>()
  const ask = (...args: A) => {
    const [answer = otherwise] = listeners()
    return answer(...args)
  }
  return Object.assign(ask, { handledBy })
}
