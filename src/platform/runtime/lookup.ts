/** Looks up names; unknown names are missing in the result. */
type Read<V> = (names: readonly string[]) => Promise<ReadonlyMap<string, V>>

interface Question<V> {
  readonly names: Set<string>
  readonly answer: Promise<ReadonlyMap<string, V>>
}

/**
 * Batches lookups of names that clients choose: names that arrive during a query go into the next one together. Unknown
 * names can't overload the database, no matter how many clients send them, and since results aren't cached, new names
 * are found immediately, whichever process created them.
 */
export class Lookup<V> {
  readonly #read: Read<V>
  #last: Promise<unknown> = Promise.resolve()
  #next: Question<V> | undefined

  constructor(read: Read<V>) {
    this.#read = read
  }

  /** Looks up a name with a query that starts after this call; undefined if it doesn't exist. */
  async find(name: string): Promise<V | undefined> {
    this.#next ??= this.#afterTheLast()
    const { names, answer } = this.#next
    names.add(name)
    return (await answer).get(name)
  }

  #afterTheLast(): Question<V> {
    const names = new Set<string>()
    const ask = () => {
      this.#next = undefined
      return this.#read([...names])
    }
    // a failed query doesn't affect the next one
    const answer = this.#last.then(ask, ask)
    this.#last = answer
    return { names, answer }
  }
}
