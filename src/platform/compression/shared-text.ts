import { type Part, part } from './part.ts'

/** Highest level, because the result is shared. */
const level = 9

/** A text used in many responses. Only its compressed form is cached. */
export class SharedText {
  readonly #make: () => string
  readonly #kept: (bytes: number) => void
  #part: Promise<Part> | undefined

  /** `kept` is called with the compressed size in bytes. */
  constructor(make: () => string, kept: (bytes: number) => void = () => {}) {
    this.#make = make
    this.#kept = kept
  }

  get text(): string {
    return this.#make()
  }

  get part(): Promise<Part> {
    if (this.#part) return this.#part
    const making = part(this.#make(), level).then((made) => {
      this.#kept(made.body.length)
      return made
    })
    this.#part = making
    // the next request tries again
    making.catch(() => {
      if (this.#part === making) this.#part = undefined
    })
    return making
  }
}
