import { computed, effect, signal } from '@preact/signals'
import { part } from './connection.ts'

interface Wait {
  readonly stream_id: number
  readonly posted_at: number
  readonly slow_until: number
}

const own = part<readonly Wait[] | undefined>('slow_until')
const nowMs = signal(Date.now())

/** Ends of the user's waits, in milliseconds: never longer than the interval, even if the device's clock is slow. */
const ends = computed(() => {
  const now = Date.now()
  return new Map(
    (own.value ?? []).map(({ stream_id, posted_at, slow_until }) => [
      stream_id,
      Math.min(slow_until * 1_000, now + (slow_until - posted_at) * 1_000),
    ]),
  )
})

// looks at the clock again when the next wait ends
effect(() => {
  const left = [...ends.value.values()].filter((end) => end > nowMs.value)
  if (left.length === 0) return
  const timer = setTimeout(() => (nowMs.value = Date.now()), Math.max(Math.min(...left) - Date.now(), 0) + 1)
  return () => clearTimeout(timer)
})

/** When the user's wait in a channel with slow mode ends, in milliseconds; undefined if it's over. */
export function slowUntilIn(channelId: number): number | undefined {
  const end = ends.value.get(channelId)
  return end !== undefined && end > Math.max(nowMs.value, Date.now()) ? end : undefined
}
