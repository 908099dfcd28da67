import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { WireEvent } from '#contract'
import { allCapabilities } from '../../client/capabilities.ts'
import type { Applied, Follower } from '../../client/follower.ts'
import { MissedEvents, Session } from '../../client/session.ts'
import { api, lastHeard } from '../transport/api.ts'
import { streaming } from '../transport/streaming.ts'
import { disk, forgetDisk, keepOnDisk, openDisk } from './kept-disk.ts'
import { type TabMessage, Tabs } from './tabs.ts'

/** `offline` is set only after a while, so that brief disconnects aren't reported. */
type ConnectionState = 'starting' | 'live' | 'reconnecting' | 'offline' | 'signed-out'

export const connection = signal<ConnectionState>('starting')
/** When the server last responded before the current outage; the same in every tab until the outage ends. */
export const offlineSince = signal(new Date())

const offlineAfterMs = 5_000
/** A tab that polls for itself stops this long after it was hidden: browsers limit the connections to a server. */
const hiddenForMs = 5 * 60_000
/** A gap this long between two looks at the clock means the machine was asleep. */
const sleepMs = 3 * 60_000
const lookMs = 5_000
const longestWaitMs = 30_000

const parameters = {
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  include_subscribers: 'partial',
  // keep the queue while a laptop sleeps overnight
  idle_queue_timeout: 86_400,
  client_capabilities: allCapabilities,
}
const options = { client: api, parameters, streaming }

const account = document.documentElement.dataset.account

let session: Session | undefined
let tabs: Tabs | undefined
let isLeading = false
/** Whether the page shows cached data, before the server has confirmed the session. */
let isFromDisk = false
const parts = new Map<string, Signal<unknown>>()
const listeners = new Set<(events: readonly WireEvent[]) => void>()
const renewals = new Set<() => void>()

/** One key of the register response, updated by events; undefined before the first response. */
export function part<T>(key: string): ReadonlySignal<T> {
  let found = parts.get(key)
  if (!found) {
    found = signal<unknown>(session?.told[key])
    parts.set(key, found)
  }
  return found as ReadonlySignal<T>
}

/** Called with each batch of events, in one batch of changes with the state that follows them. */
export const onEvents = (listener: (events: readonly WireEvent[]) => void): void => void listeners.add(listener)
/** Called when the session has re-registered: data fetched before can't be continued. */
export const onRenewal = (listener: () => void): void => void renewals.add(listener)

export const leads = (): boolean => isLeading

export const queueId = (): string | undefined => session?.queueId

/**
 * Takes the state from the leader tab, else from the offline cache, else opens the session, and follows it from then
 * on. Throws if the server refuses or can't be reached.
 */
export async function start(): Promise<void> {
  const shared = account !== undefined && Tabs.areShared ? new Tabs(`loquat ${account}`, handleTabMessage) : undefined
  // tabs that can't talk to each other would overwrite each other's cache
  const opening = shared && openDisk()
  const joined = await shared?.join()
  if (joined === undefined) shared?.leave()
  else tabs = shared
  const kept = joined === 'lead' ? await (await opening)?.load() : undefined
  if (kept) {
    session = Session.adopt(options, kept, { late: true })
    isFromDisk = true
    lastHeard.value = kept.heardAt
  } else if (joined === undefined || joined === 'lead')
    try {
      session = await Session.open(options)
    } catch (problem) {
      shared?.leave()
      throw problem
    }
  else session = Session.adopt(options, joined)
  batch(() => {
    publishState(session?.told ?? {})
    if (!isFromDisk) connection.value = 'live'
  })
  keepConnected()
  if (!tabs) stopWhenHidden(session)
  else if (joined === 'lead') void lead(session)
  else void tabs.leading.then(() => session && lead(session))
}

function publishState(told: Readonly<Record<string, unknown>>): void {
  for (const [key, part] of parts) part.value = told[key]
}

/** Polls for events, for this tab and the others, until the signal aborts. */
async function lead(session: Session, signal = new AbortController().signal): Promise<void> {
  isLeading = true
  tabs?.say({ say: 'leads' })
  if (tabs) keepOnDisk({ state: () => session.state, heardAt: () => lastHeard.peek() })
  const follower: Follower = {
    heard(answer) {
      lastHeard.value = new Date()
      tabs?.say({ say: 'heard', queueId: session.queueId, answer })
    },
    events: (events, changed) => show({ events: [...events], changed: new Set(changed) }),
    replaced() {
      tabs?.say({ say: 'anew', state: session.state })
      reset()
    },
    connection: (state) => tell(state),
  }
  while (!signal.aborted)
    try {
      await session.follow(follower, signal)
    } catch {
      tell('signed-out')
      const forgotten = forgetDisk()
      if (isFromDisk) {
        // the server hasn't confirmed that the cached data may still be shown
        await forgotten
        location.replace(`accounts/login?next=${encodeURIComponent(location.hash)}`)
        return
      }
      await new Promise<void>((resolve) => {
        tryAgain = resolve
      })
    }
}

/** Retries at once while signed out. */
let tryAgain = () => {}

function show({ events, changed }: Applied): void {
  if (isLeading) disk()?.heard(events)
  batch(() => {
    for (const key of changed) {
      const known = parts.get(key)
      if (known) known.value = session?.told[key]
    }
    for (const listener of listeners) listener(events)
  })
}

/** Applies state that the session fetched outside its events; `ask` returns the keys that changed. */
export async function learn(ask: (session: Session) => Promise<ReadonlySet<string>>): Promise<void> {
  if (session) show({ events: [], changed: new Set(await ask(session)) })
}

/** Shows a change at once, before the server confirms it. */
export function anticipate(event: Record<string, unknown> & { type: string }): void {
  if (session) show({ events: [], changed: new Set(session.anticipate({ id: -1, ...event })) })
}

function reset(): void {
  // another user has signed in here: nothing on this page is theirs
  if (account !== undefined && Number(account) !== session?.told.user_id) {
    void forgetDisk().then(() => location.reload())
    return
  }
  disk()?.renewed()
  batch(() => {
    publishState(session?.told ?? {})
    for (const renewed of renewals) renewed()
  })
  hear('live')
}

let offlineTimer: ReturnType<typeof setTimeout> | undefined

function tell(state: 'live' | 'waiting' | 'signed-out'): void {
  hear(state)
  tabs?.say({ say: 'connection', state, since: offlineSince.peek().getTime() })
}

function hear(state: 'live' | 'waiting' | 'signed-out', since = lastHeard.peek().getTime()): void {
  if (state === 'waiting') {
    // single responses during an outage don't end it
    if (offlineTimer) return
    offlineSince.value = new Date(since)
    connection.value = 'reconnecting'
    offlineTimer = setTimeout(() => {
      connection.value = 'offline'
    }, offlineAfterMs)
    return
  }
  clearTimeout(offlineTimer)
  offlineTimer = undefined
  if (state === 'live') isFromDisk = false
  connection.value = state
}

function handleTabMessage(word: TabMessage): void {
  if (!session) return
  switch (word.say) {
    case 'hello':
      if (!isLeading) return
      tabs?.say({ say: 'state', to: word.from, state: session.state })
      // the user may have signed in again in the tab that was just opened
      wake(false)
      return
    case 'heard':
      // also while leading: the previous leader may have received events that this tab missed
      if (word.queueId === session.queueId && receive(session, word)) return
      if (!isLeading && tabs) tabs.say({ say: 'hello', from: tabs.id })
      return
    case 'state':
    case 'anew':
      if (isLeading) return
      session.replace(word.state)
      reset()
      return
    case 'connection':
      if (!isLeading) hear(word.state, word.since)
      return
    case 'wake':
      if (isLeading) wake(word.request)
  }
}

/** False if this tab has missed events before these. */
function receive(session: Session, { answer }: Extract<TabMessage, { say: 'heard' }>): boolean {
  try {
    const applied = session.receive(answer)
    if (applied.events.length > 0) show(applied)
    if (!isLeading) hear('live')
    return true
  } catch (problem) {
    if (problem instanceof MissedEvents) return false
    throw problem
  }
}

/** Makes the leader tab retry at once. */
export function wake(request: boolean): void {
  if (tabs && !isLeading) {
    tabs.say({ say: 'wake', request })
    return
  }
  session?.wake({ request })
  tryAgain()
}

/** Retries when the network changes, when the user returns, and after the machine slept. */
function keepConnected(): void {
  addEventListener('online', () => wake(true))
  addEventListener('offline', () => wake(true))
  addEventListener('focus', () => wake(false))
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake(false))
  let [looked, woken] = [Date.now(), 0]
  setInterval(() => {
    const now = Date.now()
    if (now - looked > sleepMs) wake(true)
    looked = now
    // a hidden leader tab may be throttled by the browser
    const isBroken = connection.value === 'reconnecting' || connection.value === 'offline'
    if (!isBroken || !tabs || isLeading || document.visibilityState === 'hidden' || now - woken < longestWaitMs) return
    woken = now
    wake(false)
  }, lookMs)
}

/** Without shared tabs, each tab polls for itself, and stops after it was hidden for a while. */
function stopWhenHidden(session: Session): void {
  let end = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = setTimeout(() => end.abort(), hiddenForMs)
    else if (end.signal.aborted) {
      end = new AbortController()
      void lead(session, end.signal)
    }
  })
  void lead(session, end.signal)
}
