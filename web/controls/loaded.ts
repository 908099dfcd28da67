import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { WireEvent } from '#contract'
import { reasonOf } from '../parts/refusal.ts'
import { connection, onEvents, onRenewal } from '../store/connection.ts'

const listeners = new Set<(events: readonly WireEvent[]) => void>()
onEvents((events) => {
  for (const listener of listeners) listener(events)
})
onRenewal(() => {
  for (const listener of listeners) listener([])
})

export interface Loaded<T> {
  readonly value: T | undefined
  /** The error; '' if there was none. */
  readonly problem: string
  reload(): Promise<void>
}

interface Options<T> {
  readonly types?: readonly string[]
  readonly key?: unknown
  /** Whether an event of these types concerns the data; by default each does. */
  readonly isAbout?: (event: WireEvent) => boolean
  /** Polling interval while the page is visible, for data without events. */
  readonly everyMs?: (value: T) => number | undefined
}

/**
 * Loads data that isn't in the register response: on opening, when it may have changed, and on reconnect if loading failed.
 * Only the latest response counts; the old data stays until it arrives.
 */
export function useLoaded<T>(load: () => Promise<T>, options: Options<T> = {}): Loaded<T> {
  const { types = [], key = '', isAbout = () => true, everyMs } = options
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
      // after an outage, events may have been missed
      if (events.length === 0 || events.some((event) => types.includes(event.type) && isAbout(event))) void reload()
    }
    listeners.add(handleEvents)
    const unsubscribe = connection.subscribe((status) => {
      if (status === 'live' && state.peek().problem !== '') void reload()
    })
    return () => {
      listeners.delete(handleEvents)
      unsubscribe()
    }
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
