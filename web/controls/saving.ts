import { useEffect, useRef } from 'preact/hooks'
import { reasonOf } from '../parts/refusal.ts'
import { Saver, type SavingState } from './saver.ts'

export type { SavingState }

export interface Saving<T> {
  /** The requested value, until it's confirmed; else the server's. */
  readonly value: T
  /** The server's value, as last received. */
  readonly known: T
  readonly state: SavingState
  readonly refusal: string
  /** Saves a value; of several requested at once, the last wins. True if the server accepted it. */
  run(value: T): Promise<boolean>
}

/**
 * Saves one value: shows the requested value at once, reverts it with an error message if it's refused, and shows
 * changes by others once no save is pending.
 */
export function useSaving<T>(known: T, save: (value: T) => Promise<unknown>): Saving<T> {
  const ref = useRef<Saver<T>>(undefined)
  ref.current ??= new Saver(known, save, reasonOf)
  const saver = ref.current
  saver.save = save
  saver.receive(known)
  useEffect(() => () => saver.end(), [])
  return {
    value: saver.asked.value ? saver.asked.value.value : known,
    known,
    state: saver.state.value,
    refusal: saver.refusal.value,
    run: (value) => saver.run(value),
  }
}
