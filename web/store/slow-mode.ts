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
function endOf({ posted_at, slow_until }: Wait, minSeconds: number, now: number): number {
  const seconds = Math.max(slow_until - posted_at, minSeconds)
  return Math.min((posted_at + seconds) * 1_000, now + seconds * 1_000)
}

/** When the user's waits end, in milliseconds: by the channel's setting, and with the lockdown's minimum. */
const ends = computed(() => {
  const now = Date.now()
  const minSeconds = lockdown.value?.slow_mode_seconds ?? 0
  return new Map(
    (own.value ?? []).map((one) => [
      one.stream_id,
      { own: endOf(one, 0, now), duringLockdown: endOf(one, minSeconds, now) },
    ]),
  )
})

const nowMs = clockFor(() => [...ends.value.values()].flatMap(({ own, duringLockdown }) => [own, duringLockdown]))

/** When the user's wait in a channel with slow mode ends, in milliseconds; undefined if it's over. */
export function slowUntilIn(channelId: number, minSeconds = 0): number | undefined {
  const known = ends.value.get(channelId)
  const end = known && (minSeconds > 0 ? known.duringLockdown : known.own)
  return end !== undefined && end > Math.max(nowMs.value, Date.now()) ? end : undefined
}
