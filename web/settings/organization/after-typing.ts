import { type ReadonlySignal, signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

const restMs = 300

export interface TypedResult<T> {
  readonly answer?: T
  readonly refusal?: unknown
}

/**
 * Debounced request: asks when `key` hasn't changed for a while, and returns the latest answer. Undefined keys ask
 * nothing; outdated answers are dropped.
 */
export function useAfterTyping<T>(
  key: string | undefined,
  ask: (signal: AbortSignal) => Promise<T>,
): ReadonlySignal<TypedResult<T>> {
  const state = useRef(signal<TypedResult<T>>({})).current
  useEffect(() => {
    if (key === undefined) {
      state.value = {}
      return
    }
    const ending = new AbortController()
    const timer = setTimeout(() => {
      ask(ending.signal).then(
        (answer) => {
          if (!ending.signal.aborted) state.value = { answer }
        },
        (refusal: unknown) => {
          if (!ending.signal.aborted) state.value = { refusal }
        },
      )
    }, restMs)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [key])
  return state
}
