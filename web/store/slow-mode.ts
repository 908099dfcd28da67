import { computed } from '@preact/signals'
import { clockFor } from './clock.ts'
import { part } from './connection.ts'

interface Wait {
  readonly stream_id: number
  readonly posted_at: number
  readonly slow_until: number
}

const own = part<readonly Wait[] | undefined>('slow_until')

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

const nowMs = clockFor(() => [...ends.value.values()])

/** When the user's wait in a channel with slow mode ends, in milliseconds; undefined if it's over. */
export function slowUntilIn(channelId: number): number | undefined {
  const end = ends.value.get(channelId)
  return end !== undefined && end > Math.max(nowMs.value, Date.now()) ? end : undefined
}
