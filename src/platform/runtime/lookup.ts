/** Finds what names stand for; names without an answer are missing in it. */
type Read<V> = (names: readonly string[]) => Promise<ReadonlyMap<string, V>>

interface Question<V> {
  readonly names: Set<string>
  readonly answer: Promise<ReadonlyMap<string, V>>
}

/**
 * Looks up what clients name as they please, one question at a time: names that come while one is under way are in the next
 * one together. So names that nothing has cost as much as one client that asks all the time, however many ask; and since
 * no answer is kept, what has come to be is found from the first moment on, whichever process made it.
 */
export class Lookup<V> {
  readonly #read: Read<V>
  #last: Promise<unknown> = Promise.resolve()
  #next: Question<V> | undefined

  constructor(read: Read<V>) {
    this.#read = read
  }

  /** By a question that begins from now on. Undefined where there is nothing of that name. */
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
    // one that fails is not the next one's affair
    const answer = this.#last.then(ask, ask)
    this.#last = answer
    return { names, answer }
  }
}
