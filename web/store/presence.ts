import { signal } from '@preact/signals'
import { updatePresence } from '../../src/areas/presence/api.ts'
import { api } from '../transport/api.ts'
import { onEvents, part } from './connection.ts'

type Times = { active_timestamp?: number; idle_timestamp?: number }
export type Presence = 'active' | 'idle' | 'offline'

const fetched = part<Record<string, Times>>('presences')
const changed = signal<ReadonlyMap<number, Times>>(new Map())
const pingMs = 60_000
const offlineAfterSecs = 200

/** Counts minutes, so that people become idle while nothing happens. */
const clock = signal(Date.now())

export function presenceOf(userId: number): Presence {
  const times = changed.value.get(userId) ?? fetched.value?.[userId]
  if (!times) return 'offline'
  const now = clock.value / 1000
  if (now - (times.active_timestamp ?? 0) < offlineAfterSecs) return 'active'
  return now - (times.idle_timestamp ?? 0) < offlineAfterSecs ? 'idle' : 'offline'
}

/** When somebody was last here, as far as the server tells. */
export function lastSeen(userId: number): Date | undefined {
  const times = changed.value.get(userId) ?? fetched.value?.[userId]
  const last = Math.max(times?.active_timestamp ?? 0, times?.idle_timestamp ?? 0)
  return last > 0 ? new Date(last * 1000) : undefined
}

function take(presences: Record<string, Times>): void {
  const next = new Map(changed.value)
  for (const [id, times] of Object.entries(presences)) next.set(Number(id), times)
  changed.value = next
}

onEvents((events) => {
  for (const event of events)
    if (event.type === 'presence' && event.presences) take(event.presences as Record<string, Times>)
})

/** Says each minute that one is here, and whether one is doing something. */
export function reportPresence(): void {
  let lastInput = Date.now()
  for (const name of ['pointermove', 'keydown', 'wheel', 'touchstart'])
    addEventListener(name, () => (lastInput = Date.now()), { passive: true })
  const ping = () => {
    clock.value = Date.now()
    const isActive = document.hasFocus() && Date.now() - lastInput < 5 * pingMs
    // who begins with what this browser had kept does not know who is here now
    const knows = Object.keys(fetched.peek() ?? {}).length > 0 || changed.peek().size > 0
    void api
      .call(updatePresence, {
        status: isActive ? 'active' : 'idle',
        ping_only: knows,
        new_user_input: isActive,
        slim_presence: true,
      })
      .then(({ presences }) => presences && take(presences as Record<string, Times>))
      .catch(() => {})
  }
  ping()
  setInterval(ping, pingMs)
}
