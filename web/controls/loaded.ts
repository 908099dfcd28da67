import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { WireEvent } from '#contract'
import { reasonOf } from '../parts/refusal.ts'
import { onEvents, onRenewal } from '../store/connection.ts'

const listeners = new Set<(events: readonly WireEvent[]) => void>()
onEvents((events) => {
  for (const listener of listeners) listener(events)
})
onRenewal(() => {
  for (const listener of listeners) listener([])
})

export interface Loaded<T> {
  /** Undefined until it has come. */
  readonly value: T | undefined
  /** Why it did not come; '' where it did. */
  readonly problem: string
  reload(): Promise<void>
}

interface Options<T> {
  /** Events after which it is asked for again. */
  readonly types?: readonly string[]
  /** Asked for anew when this changes. */
  readonly key?: unknown
  /** After how many milliseconds it is asked for again while somebody looks, where no event tells of changes. */
  readonly everyMs?: (value: T) => number | undefined
}

/**
 * What a page shows that no event holds: asked for when it opens, and again when something may have changed. The last
 * answer counts, and what is shown stays until it has come.
 */
export function useLoaded<T>(load: () => Promise<T>, options: Options<T> = {}): Loaded<T> {
  const { types = [], key = '', everyMs } = options
  const state = useSignal<{ value?: T; problem: string; asked: number }>({ problem: '', asked: 0 })
  const reload = async () => {
    const asked = state.peek().asked + 1
    state.value = { ...state.peek(), asked }
    try {
      const value = await load()
      if (state.peek().asked === asked) state.value = { value, problem: '', asked }
    } catch (problem) {
      if (state.peek().asked === asked) state.value = { ...state.peek(), problem: reasonOf(problem) }
    }
  }
  useEffect(() => {
    void reload()
    const handleEvents = (events: readonly WireEvent[]) => {
      // after a break nobody knows what was missed
      if (events.length === 0 || events.some(({ type }) => types.includes(type))) void reload()
    }
    listeners.add(handleEvents)
    return () => void listeners.delete(handleEvents)
  }, [key])
  const { value } = state.value
  const ms = value === undefined ? undefined : everyMs?.(value)
  useEffect(() => {
    if (ms === undefined) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void reload()
    }, ms)
    return () => clearInterval(timer)
  }, [ms, key])
  return { value, problem: state.value.problem, reload }
}
