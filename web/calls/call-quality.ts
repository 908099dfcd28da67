import { computed, signal } from '@preact/signals'
import { carrier, isUnreachable, links, otherSessions } from './call-state.ts'
import type { LinkState } from './call-transport.ts'
import { Gauges } from './connection-quality.ts'

/** Sessions whose sound and pictures arrive badly. */
export const poorSessions = signal<readonly string[]>([])
/** Whether most others get this side's sound and pictures badly. */
export const isOwnPoor = signal(false)
/** Whether the browser has no network. */
export const isOffline = signal(false)

const everyMs = 2_000

/** Whether this side's network is down: one interrupted connection alone may be the other side's. */
export const isCutOff = computed(() => {
  const states = otherSessions.value.map(({ session_id }) => links.value.get(session_id))
  return isOffline.value || isOwnOutage(states, isUnreachable.value)
})

/** Judges by the connections to the others, and by whether the server can be reached. */
export function isOwnOutage(states: readonly (LinkState | undefined)[], isServerAway: boolean): boolean {
  const isAway = states.length > 0 && states.every((one) => one === 'interrupted' || one === 'lost')
  return isAway && (states.length > 1 || isServerAway)
}

/** Whether connecting again by itself has taken too long. */
export const isGivenUp = computed(
  () =>
    otherSessions.value.length > 0 &&
    otherSessions.value.every(({ session_id }) => links.value.get(session_id) === 'lost'),
)

/** Measures the connections until the returned function is called. */
export function followQuality(): () => void {
  const gauges = new Gauges()
  const listening = new AbortController()
  const measure = async () => {
    const { transport } = carrier
    const reports = await transport?.reports()
    if (!reports || carrier.transport !== transport) return
    const measured = gauges.take(reports, Date.now())
    if (measured.poor.join() !== poorSessions.peek().join()) poorSessions.value = measured.poor
    isOwnPoor.value = measured.isOwnPoor
  }
  const timer = setInterval(() => void measure().catch(() => {}), everyMs)
  for (const name of ['online', 'offline'] as const)
    addEventListener(name, () => (isOffline.value = name === 'offline'), { signal: listening.signal })
  isOffline.value = !navigator.onLine
  return () => {
    clearInterval(timer)
    listening.abort()
    poorSessions.value = []
    isOwnPoor.value = false
  }
}
