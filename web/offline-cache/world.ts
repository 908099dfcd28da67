import type { SessionState } from '../../client/session.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { fits, type Known, type Narrow, narrowKey } from '../narrow/narrow.ts'
import type { Run } from '../narrow/run.ts'
import type { KeptScreen } from './kept-screen.ts'
import { isKept } from './shelf.ts'

/** What is known at one moment, as the store has it. */
export interface World {
  state(): SessionState
  /** When the server was last heard of. */
  heardAt(): Date
  lists(): Iterable<{ readonly narrow: Narrow; readonly shown: Run }>
  message(id: number): Message | undefined
  readonly known: Known
  /** What is seen, where the next start could begin with it. */
  screen(): KeptScreen | undefined
}

/** A list that is not what was written of it, and those of its messages that were not. */
export interface FreshList {
  readonly key: string
  readonly narrow: Narrow
  readonly shown: Run
  readonly run: Run
  readonly unwritten: readonly Message[]
}

/** Which lists and messages in memory are on disk as they are. */
export class Written {
  #shown = new Map<string, Run>()
  #messages = new WeakSet<Message>()

  fresh({ lists, message, known }: World): FreshList[] {
    const found: FreshList[] = []
    for (const { narrow, shown } of lists()) {
      const key = narrowKey(narrow)
      if (!isKept(narrow) || this.#shown.get(key) === shown) continue
      const ids: number[] = []
      const unwritten: Message[] = []
      for (const id of shown.ids) {
        const one = message(id)
        // one that no longer belongs there is in sight for a while, and not when one comes back
        if (!one || !fits(narrow, one, known)) continue
        ids.push(id)
        if (!this.#messages.has(one)) unwritten.push(one)
      }
      const { hasOldest, hasNewest } = shown
      if (ids.length === 0 && !(hasOldest && hasNewest)) continue
      found.push({ key, narrow, shown, run: { ids, hasOldest, hasNewest }, unwritten })
    }
    return found
  }

  add({ key, shown, unwritten }: FreshList): void {
    this.#shown.set(key, shown)
    for (const one of unwritten) this.#messages.add(one)
  }

  addMessage(one: Message): void {
    this.#messages.add(one)
  }

  forgetList(key: string): void {
    this.#shown.delete(key)
  }

  forgetMessage(one: Message | undefined): void {
    if (one) this.#messages.delete(one)
  }

  clear(): void {
    this.#shown = new Map()
    this.#messages = new WeakSet()
  }
}
