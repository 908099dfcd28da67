/** What was marked as read in one go, and can be taken back. */
export interface Marking {
  readonly ids: readonly number[]
}

/** How flags reach the server. */
export interface FlagServer {
  /** All or nothing: refuses where one of the messages cannot be read (any more). */
  change(ids: readonly number[], op: 'add' | 'remove'): Promise<unknown>
  /** Whether it refused, as one of them cannot be read. */
  isRefusal(problem: unknown): boolean
  /** Those of some messages that are there still. */
  readable(ids: readonly number[]): Promise<readonly number[]>
}

const maxAtOnce = 1_000
const maxKept = 50

/** Marks messages as read, one request after the other, and remembers which, so that exactly these can be unread again. */
export class Markings {
  readonly #server: FlagServer
  /** The latest last. */
  readonly #done: Marking[] = []
  #before: Promise<unknown> = Promise.resolve()

  constructor(server: FlagServer) {
    this.#server = server
  }

  /** Marks what is unread as read. Where the server fails midway, what it took can be taken back all the same. */
  mark(ids: readonly number[]): Promise<Marking> {
    return this.#inQueue(async () => {
      const marked: number[] = []
      const marking: Marking = { ids: marked }
      this.#done.push(marking)
      if (this.#done.length > maxKept) this.#done.shift()
      await this.#change(ids, 'add', (some) => marked.push(...some))
      return marking
    })
  }

  /** Makes unread again what was marked, the latest marking unless one is named; answers how many messages, undefined where there is nothing. */
  undo(which?: Marking): Promise<number | undefined> {
    return this.#inQueue(async () => {
      const at = which ? this.#done.indexOf(which) : this.#done.length - 1
      const [marking] = at < 0 ? [] : this.#done.splice(at, 1)
      if (!marking) return undefined
      let count = 0
      try {
        await this.#change(marking.ids, 'remove', (some) => {
          count += some.length
        })
      } catch (problem) {
        this.#done.push({ ids: marking.ids.slice(count) })
        throw problem
      }
      return count
    })
  }

  async #change(ids: readonly number[], op: 'add' | 'remove', done: (ids: readonly number[]) => void): Promise<void> {
    for (let at = 0; at < ids.length; at += maxAtOnce) {
      const some = ids.slice(at, at + maxAtOnce)
      try {
        await this.#server.change(some, op)
        done(some)
      } catch (problem) {
        if (!this.#server.isRefusal(problem)) throw problem
        // one was deleted, or went where one may not follow, since its id was heard of
        const left = await this.#server.readable(some)
        if (left.length > 0) await this.#server.change(left, op)
        done(left)
      }
    }
  }

  #inQueue<T>(act: () => Promise<T>): Promise<T> {
    const next = this.#before.then(act)
    this.#before = next.catch(() => {})
    return next
  }
}
