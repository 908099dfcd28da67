import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { WireEvent } from '#contract'
import { allCapabilities, Session } from '../../client/session.ts'
import { api } from '../transport/api.ts'

/** `offline` is said only after a while: a short break is nobody's business. */
export type ConnectionState = 'starting' | 'live' | 'reconnecting' | 'offline' | 'signed-out'

export const connection = signal<ConnectionState>('starting')
/** When the server was last heard of; for the line that says since when one is offline. */
export const lastHeard = signal(new Date())

const offlineAfterMs = 5_000

const parameters = {
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  include_subscribers: 'partial',
  // what passes the server by while a laptop sleeps is still there the next morning
  idle_queue_timeout: 86_400,
  client_capabilities: allCapabilities,
}

let session: Session | undefined
const parts = new Map<string, Signal<unknown>>()
const listeners = new Set<(events: readonly WireEvent[]) => void>()
const renewals = new Set<() => void>()

/** One key of the register answer, as events have changed it; undefined before the first answer. */
export function part<T>(key: string): ReadonlySignal<T> {
  let found = parts.get(key)
  if (!found) {
    found = signal<unknown>(session?.told[key])
    parts.set(key, found)
  }
  return found as ReadonlySignal<T>
}

/** Called with each batch of events, in one batch of changes with the state that followed them. */
export const onEvents = (listener: (events: readonly WireEvent[]) => void): void => void listeners.add(listener)
/** Called when the session began anew: what was fetched before continues nothing. */
export const onRenewal = (listener: () => void): void => void renewals.add(listener)

export const queueId = (): string | undefined => session?.queueId

/** Opens the session and follows it from then on. Throws when the server refuses, or cannot be reached. */
export async function start(): Promise<void> {
  session = await Session.open({ client: api, parameters })
  batch(() => {
    spread(session?.told ?? {})
    connection.value = 'live'
  })
  void follow(session)
}

function spread(told: Readonly<Record<string, unknown>>): void {
  for (const [key, part] of parts) part.value = told[key]
}

async function follow(session: Session): Promise<void> {
  let toldOffline: ReturnType<typeof setTimeout> | undefined
  const live = () => {
    clearTimeout(toldOffline)
    toldOffline = undefined
    lastHeard.value = new Date()
    connection.value = 'live'
  }
  try {
    await session.follow(
      {
        events(events, changed) {
          batch(() => {
            for (const key of changed) {
              const known = parts.get(key)
              if (known) known.value = session.told[key]
            }
            for (const listener of listeners) listener(events)
          })
        },
        replaced() {
          batch(() => {
            spread(session.told)
            for (const renewed of renewals) renewed()
            live()
          })
        },
        connection(state) {
          if (state === 'live') return live()
          connection.value = connection.value === 'offline' ? 'offline' : 'reconnecting'
          toldOffline ??= setTimeout(() => {
            connection.value = 'offline'
          }, offlineAfterMs)
        },
      },
      new AbortController().signal,
    )
  } catch {
    connection.value = 'signed-out'
  }
}
