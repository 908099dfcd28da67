import { computed } from '@preact/signals'
import { clockFor } from './clock.ts'
import { part } from './connection.ts'
import { lockdown } from './lockdown.ts'

interface Wait {
  readonly stream_id: number
  readonly posted_at: number
  readonly slow_until: number
}

const own = part<readonly Wait[] | undefined>('slow_until')

/** The end of a wait in milliseconds. Never further away than the interval, even if the device's clock is slow. */
function endOf({ posted_at, slow_until }: Wait, leastSeconds: number, now: number): number {
  const seconds = Math.max(slow_until - posted_at, leastSeconds)
  return Math.min((posted_at + seconds) * 1_000, now + seconds * 1_000)
}

/** When the user's waits end, in milliseconds: by the channel's setting, and with the lockdown's minimum. */
const ends = computed(() => {
  const now = Date.now()
  const least = lockdown.value?.slow_mode_seconds ?? 0
  return new Map(
    (own.value ?? []).map((one) => [one.stream_id, { own: endOf(one, 0, now), locked: endOf(one, least, now) }]),
  )
})

const nowMs = clockFor(() => [...ends.value.values()].flatMap(({ own, locked }) => [own, locked]))

/** When the user's wait in a channel with slow mode ends, in milliseconds; undefined if it's over. */
export function slowUntilIn(channelId: number, leastSeconds = 0): number | undefined {
  const known = ends.value.get(channelId)
  const end = known && (leastSeconds > 0 ? known.locked : known.own)
  return end !== undefined && end > Math.max(nowMs.value, Date.now()) ? end : undefined
}
