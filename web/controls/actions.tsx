import { useSignal } from '@preact/signals'
import { reasonOf } from '../parts/refusal.ts'

export interface Actions {
  /** Runs an action on a row; an error is shown at the row. */
  run(key: number | string, act: () => Promise<unknown>): void
  isBusy(key: number | string): boolean
  problem(key: number | string): string
}

/** Actions on the rows of a list: one at a time per row, with the last error. */
export function useActions(): Actions {
  const busy = useSignal<ReadonlySet<number | string>>(new Set())
  const problem = useSignal<{ key: number | string; text: string } | undefined>(undefined)
  return {
    run(key, act) {
      if (busy.peek().has(key)) return
      busy.value = new Set([...busy.peek(), key])
      problem.value = undefined
      void act()
        .catch((refusal: unknown) => {
          problem.value = { key, text: reasonOf(refusal) }
        })
        .finally(() => {
          const rest = new Set(busy.peek())
          rest.delete(key)
          busy.value = rest
        })
    },
    isBusy: (key) => busy.value.has(key),
    problem: (key) => (problem.value?.key === key ? problem.value.text : ''),
  }
}

export const Refusal = ({ text }: { text: string }) =>
  text === '' ? null : (
    <p class="setting-problem" role="alert">
      {text}
    </p>
  )
