import { type Signal, signal } from '@preact/signals'

export type SavingState = 'still' | 'saving' | 'saved' | 'refused'

const sameValue = (a: unknown, b: unknown): boolean => Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b)
const saidMs = 4_000
/** How long to wait for the event of a saved value; there's none if nothing changed. */
const eventMs = 3_000

/** The saving logic of one control, without its component. */
export class Saver<T> {
  readonly asked: Signal<{ readonly value: T } | undefined> = signal(undefined)
  readonly state = signal<SavingState>('still')
  readonly refusal = signal('')
  #next: { readonly value: T } | undefined
  #running: Promise<boolean> | undefined
  #timers: ReturnType<typeof setTimeout>[] = []
  readonly #reasonOf: (problem: unknown) => string
  known: T
  save: (value: T) => Promise<unknown>

  constructor(known: T, save: (value: T) => Promise<unknown>, reasonOf: (problem: unknown) => string) {
    this.known = known
    this.save = save
    this.#reasonOf = reasonOf
  }

  run(value: T): Promise<boolean> {
    this.end()
    this.asked.value = { value }
    this.refusal.value = ''
    this.state.value = 'saving'
    this.#next = { value }
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #work(): Promise<boolean> {
    const before = this.known
    let problem: unknown
    while (this.#next) {
      const { value } = this.#next
      this.#next = undefined
      problem = undefined
      try {
        await this.save(value)
      } catch (refusal) {
        problem = refusal ?? new Error()
      }
    }
    if (problem !== undefined) {
      this.asked.value = undefined
      this.refusal.value = this.#reasonOf(problem)
      this.state.value = 'refused'
      return false
    }
    this.state.value = 'saved'
    const forget = () => {
      this.asked.value = undefined
    }
    // a value received by event in the meantime is newer than the requested one
    if (!sameValue(before, this.known) || sameValue(this.asked.peek()?.value, this.known)) forget()
    else this.#timers.push(setTimeout(forget, eventMs))
    this.#timers.push(setTimeout(() => (this.state.value = 'still'), saidMs))
    return true
  }

  /** Call with a new value from the server: it's shown unless a save is pending. */
  receive(known: T): void {
    const isNews = !sameValue(known, this.known)
    this.known = known
    if (isNews && !this.#running && this.asked.peek()) this.asked.value = undefined
  }

  end(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers = []
  }
}
