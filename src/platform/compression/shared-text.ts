import { type Part, part } from './part.ts'

/** It is made once for many. */
const level = 9

/** A text that is part of many answers: made where it is needed, compressed once, and kept only so. */
export class SharedText {
  readonly #make: () => string
  readonly #kept: (bytes: number) => void
  #part: Promise<Part> | undefined

  /** `kept` hears how many bytes it takes, once it is compressed. */
  constructor(make: () => string, kept: (bytes: number) => void = () => {}) {
    this.#make = make
    this.#kept = kept
  }

  /** As it is, made anew. */
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
