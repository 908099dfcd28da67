import { type ReadonlySignal, signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

/** As long as somebody types on, nothing is asked. */
const restMs = 300

/** What came of asking, or why it did not work. */
export interface Asked<T> {
  readonly answer?: T
  readonly refusal?: unknown
}

/**
 * Asks when somebody has come to rest after a change of `key`, and shows the latest answer; nothing is asked for an
 * undefined key. An answer that comes too late is left out.
 */
export function useAfterTyping<T>(
  key: string | undefined,
  ask: (signal: AbortSignal) => Promise<T>,
): ReadonlySignal<Asked<T>> {
  const state = useRef(signal<Asked<T>>({})).current
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
