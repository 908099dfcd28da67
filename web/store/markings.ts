export interface Marking {
  readonly ids: readonly number[]
}

export interface FlagServer {
  /** All or nothing: fails if one of the messages isn't accessible. */
  change(ids: readonly number[], op: 'add' | 'remove'): Promise<unknown>
  /** Whether the error means that one of them isn't accessible. */
  isRefusal(problem: unknown): boolean
  readable(ids: readonly number[]): Promise<readonly number[]>
}

const maxAtOnce = 1_000
const maxKept = 50

/** Marks messages as read, one request at a time, and remembers which, so that exactly these can be undone. */
export class Markings {
  readonly #server: FlagServer
  readonly #done: Marking[] = []
  #before: Promise<unknown> = Promise.resolve()

  constructor(server: FlagServer) {
    this.#server = server
  }

  /** Marks unread messages as read. If the server fails midway, what was marked so far can still be undone. */
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

  /**
   * Undoes a marking, by default the latest. Returns the number of messages, or undefined if there's nothing to undo.
   */
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
        // one was deleted or moved out of reach in the meantime
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
