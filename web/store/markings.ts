export interface Marking {
  /** The messages that were marked and not yet restored. */
  readonly ids: readonly number[]
}

type Growing = { ids: readonly number[] }

interface Marked {
  readonly marking: Marking
  /** False if the server failed midway. */
  readonly isComplete: boolean
}

export interface FlagServer {
  /** All or nothing: fails if one of the messages isn't accessible. */
  change(ids: readonly number[], op: 'add' | 'remove'): Promise<unknown>
  /** Whether the error means that one of them isn't accessible. */
  isRefusal(problem: unknown): boolean
  readable(ids: readonly number[]): Promise<readonly number[]>
}

interface Step {
  readonly changed: readonly number[]
  readonly left: readonly number[]
}

const maxAtOnce = 1_000
const maxKept = 50

/** Marks messages as read, one request at a time, and remembers which, so that exactly these can be undone. */
export class Markings {
  readonly #server: FlagServer
  readonly #done: Growing[] = []
  #before: Promise<unknown> = Promise.resolve()

  constructor(server: FlagServer) {
    this.#server = server
  }

  /** Marks unread messages as read. If the server fails midway, what was marked so far can still be undone. */
  mark(ids: readonly number[]): Promise<Marked> {
    return this.#inQueue(async () => {
      const marking: Growing = { ids: [] }
      const isComplete = await this.#change(ids, 'add', ({ changed }) => {
        marking.ids = [...marking.ids, ...changed]
      }).then(
        () => true,
        () => false,
      )
      if (marking.ids.length > 0) this.#done.push(marking)
      if (this.#done.length > maxKept) this.#done.shift()
      return { marking, isComplete }
    })
  }

  /**
   * Undoes a marking, by default the latest. Returns the number of messages, or undefined if there's nothing to undo.
   * If the server fails midway, the rest can be undone later.
   */
  undo(which?: Marking): Promise<number | undefined> {
    return this.#inQueue(async () => {
      const marking = which ? this.#done.find((one) => one === which) : this.#done.at(-1)
      if (!marking) return undefined
      let count = 0
      await this.#change(marking.ids, 'remove', ({ changed, left }) => {
        count += changed.length
        marking.ids = left
      })
      this.#done.splice(this.#done.indexOf(marking), 1)
      return count
    })
  }

  /** Calls `done` after each request, with the messages that it changed and those that are left. */
  async #change(ids: readonly number[], op: 'add' | 'remove', done: (step: Step) => void): Promise<void> {
    for (let at = 0; at < ids.length; at += maxAtOnce) {
      const some = ids.slice(at, at + maxAtOnce)
      done({ changed: await this.#changeSome(some, op), left: ids.slice(at + maxAtOnce) })
    }
  }

  async #changeSome(ids: readonly number[], op: 'add' | 'remove'): Promise<readonly number[]> {
    try {
      await this.#server.change(ids, op)
      return ids
    } catch (problem) {
      if (!this.#server.isRefusal(problem)) throw problem
      // one was deleted or moved out of reach since
      const readable = await this.#server.readable(ids)
      if (readable.length > 0) await this.#server.change(readable, op)
      return readable
    }
  }

  #inQueue<T>(act: () => Promise<T>): Promise<T> {
    const next = this.#before.then(act)
    this.#before = next.catch(() => {})
    return next
  }
}
