import { useEffect, useRef } from 'preact/hooks'
import { reasonOf } from '../parts/refusal.ts'
import { Saver, type SavingState } from './saver.ts'

export type { SavingState }

/** What a control shows, and how far it has got with saving it. */
export interface Saving<T> {
  /** What was asked for, at once; else what the server has. */
  readonly value: T
  /** What the server has, as far as is known here. */
  readonly known: T
  readonly state: SavingState
  /** Why it was refused, in words; '' where it was not. */
  readonly refusal: string
  /** Saves it: of several at the same time the last one stands. True when the server has taken it. */
  run(value: T): Promise<boolean>
}

/**
 * Saves one value: shows at once what was asked for, goes back where it is refused and says why, and shows what others
 * make of it as soon as nothing is under way.
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
