import { effect, type ReadonlySignal, signal } from '@preact/signals'

/** Browsers fire longer timers immediately. */
const longestTimerMs = 2 ** 31 - 1

/** The time in milliseconds, updated whenever the next of these times is reached. */
export function clockFor(times: () => readonly number[]): ReadonlySignal<number> {
  const nowMs = signal(Date.now())
  effect(() => {
    const next = Math.min(...times().filter((time) => time > nowMs.value))
    if (next === Number.POSITIVE_INFINITY) return
    const wait = Math.min(Math.max(next - Date.now(), 0), longestTimerMs)
    const timer = setTimeout(() => (nowMs.value = Date.now()), wait)
    return () => clearTimeout(timer)
  })
  return nowMs
}
