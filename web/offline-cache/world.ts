import type { SessionState } from '../../client/session.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { fits, type Known, type Narrow, narrowKey } from '../narrow/narrow.ts'
import type { Run } from '../narrow/run.ts'
import type { KeptScreen } from './kept-screen.ts'
import { isKept } from './list-cache.ts'

/** A consistent view of the store. */
export interface World {
  state(): SessionState
  /** Time of the server's last response. */
  heardAt(): Date
  lists(): Iterable<{ readonly narrow: Narrow; readonly shown: Run }>
  message(id: number): Message | undefined
  readonly known: Known
  /** The startup snapshot, if the next start can use it. */
  screen(): KeptScreen | undefined
}

/** A list that differs from its stored version, and its messages that aren't stored yet. */
export interface FreshList {
  readonly key: string
  readonly narrow: Narrow
  readonly shown: Run
  readonly run: Run
  readonly unwritten: readonly Message[]
}

/** Tracks which lists and messages in memory are already on disk. */
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
        // a message that no longer matches stays in view for a while, but isn't stored
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
