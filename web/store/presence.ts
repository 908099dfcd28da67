import { signal } from '@preact/signals'
import { updatePresence } from '../../src/features/people/presence/api.ts'
import { api } from '../transport/api.ts'
import { connection, onEvents, onRenewal, part } from './connection.ts'

type Times = { active_timestamp?: number; idle_timestamp?: number }
export type Presence = 'active' | 'idle' | 'offline'

const fetched = part<Record<string, Times>>('presences')
const fetchedUpToId = part<number | undefined>('presence_last_update_id')
const thresholdSecs = part<number | undefined>('server_presence_offline_threshold_seconds')
const intervalSecs = part<number | undefined>('server_presence_ping_interval_seconds')
const changed = signal<ReadonlyMap<number, Times>>(new Map())
/** Without input for this long, a person counts as idle. */
const idleAfterMs = 5 * 60_000
/** Focus and input change often: reports are at least so far apart. */
const leastGapMs = 5_000

/**
 * The moment the times are compared with, by the server's clock, in milliseconds. It follows the server's answers and runs
 * at most one interval ahead of the last one: after a sleep or an outage nobody looks offline just because this client
 * hasn't heard of them.
 */
const evaluatedAt = signal(Date.now())
/** How far the server's clock is ahead of this device's. */
let aheadMs = 0
/** When the server last said who is here, by its own clock. */
let answeredAt = Date.now()
/** The newest change this client knows of. */
let upToId: number | undefined

const intervalMs = (): number => (intervalSecs.peek() ?? 60) * 1000

export function presenceOf(userId: number): Presence {
  const times = timesOf(userId)
  if (!times) return 'offline'
  const now = evaluatedAt.value / 1000
  const offlineAfterSecs = thresholdSecs.value ?? 200
  if (now - (times.active_timestamp ?? 0) < offlineAfterSecs) return 'active'
  return now - (times.idle_timestamp ?? 0) < offlineAfterSecs ? 'idle' : 'offline'
}

/** When the server last saw a user. */
export function lastSeen(userId: number): Date | undefined {
  const times = timesOf(userId)
  const last = Math.max(times?.active_timestamp ?? 0, times?.idle_timestamp ?? 0)
  return last > 0 ? new Date(last * 1000) : undefined
}

const timesOf = (userId: number): Times | undefined => changed.value.get(userId) ?? fetched.value?.[userId]

function take(presences: Record<string, Times>): void {
  const next = new Map(changed.value)
  for (const [id, times] of Object.entries(presences)) next.set(Number(id), times)
  changed.value = next
}

/** The server has said, at this moment of its clock, who is here. */
function answered(serverSecs: number): void {
  answeredAt = serverSecs * 1000
  aheadMs = answeredAt - Date.now()
  evaluatedAt.value = answeredAt
}

onEvents((events) => {
  for (const event of events)
    if (event.type === 'presence' && event.presences) {
      take(event.presences as Record<string, Times>)
      evaluatedAt.value = Math.min(Date.now() + aheadMs, answeredAt + intervalMs())
    }
})

onRenewal(() => {
  changed.value = new Map()
  upToId = fetchedUpToId.peek()
})

/**
 * Reports every minute that this client is open and whether it's in use, and asks who else is here: the server sends
 * events only for people who come, and not for those who stay. A hidden tab only reports.
 */
export function reportPresence(): void {
  let lastInput = Date.now()
  let reportedInput = 0
  let reportedAt = 0
  let wasActive = false
  let isLoading = false
  /** A report that says so is on its way. */
  let isComing = false
  upToId = fetchedUpToId.peek()

  const isActive = () => document.hasFocus() && Date.now() - lastInput < idleAfterMs
  const report = async () => {
    if (isLoading) return
    isLoading = true
    isComing = false
    reportedAt = Date.now()
    wasActive = isActive()
    const new_user_input = lastInput > reportedInput
    reportedInput = Date.now()
    try {
      const answer = await api.call(
        updatePresence,
        {
          status: wasActive ? 'active' : 'idle',
          last_update_id: upToId ?? -1,
          ping_only: document.hidden,
          new_user_input,
        },
        // nobody may be at the other end of a request that a sleep has interrupted
        { signal: AbortSignal.timeout(intervalMs()) },
      )
      if (!answer.presences) return
      take(answer.presences as Record<string, Times>)
      upToId = answer.presence_last_update_id
      if (answer.server_timestamp !== undefined) answered(answer.server_timestamp)
    } catch {
      // the next report tells the same
    } finally {
      isLoading = false
    }
  }
  let soon: ReturnType<typeof setTimeout> | undefined
  const reportSoon = () => {
    clearTimeout(soon)
    soon = setTimeout(() => void report(), Math.max(0, reportedAt + leastGapMs - Date.now()))
  }
  for (const name of ['pointermove', 'keydown', 'wheel', 'touchstart', 'focus'])
    addEventListener(
      name,
      () => {
        lastInput = Date.now()
        if (!wasActive && !isComing && isActive()) {
          isComing = true
          reportSoon()
        }
      },
      { passive: true },
    )
  document.addEventListener('visibilitychange', () => !document.hidden && reportSoon())
  // after a sleep or an outage
  connection.subscribe((state) => state === 'live' && reportSoon())
  onRenewal(reportSoon)
  void report()
  setInterval(() => void report(), intervalMs())
}
