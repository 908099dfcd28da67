import { useSignal } from '@preact/signals'
import { reasonOf } from '../parts/refusal.ts'

export interface Actions {
  /** Does something about a row; why it was refused is said there. */
  run(key: number | string, act: () => Promise<unknown>): void
  isBusy(key: number | string): boolean
  problem(key: number | string): string
}

/** What is done about rows, one thing at a time for each, and why it was refused. */
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

/** Where the refusal of a row stands. */
export const Refusal = ({ text }: { text: string }) =>
  text === '' ? null : (
    <p class="setting-problem" role="alert">
      {text}
    </p>
  )
