import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { WireEvent } from '#contract'
import { allCapabilities } from '../../client/capabilities.ts'
import type { Applied, Follower } from '../../client/follower.ts'
import { MissedEvents, Session } from '../../client/session.ts'
import { api, lastHeard } from '../transport/api.ts'
import { disk, forgetDisk, keepOnDisk, openDisk } from './kept-disk.ts'
import { type TabMessage, Tabs } from './tabs.ts'

/** `offline` is said only after a while: a short break is nobody's business. */
type ConnectionState = 'starting' | 'live' | 'reconnecting' | 'offline' | 'signed-out'

export const connection = signal<ConnectionState>('starting')
/** When the server was last heard before the present outage began; the same in every tab until the outage is over. */
export const offlineSince = signal(new Date())

const offlineAfterMs = 5_000
/** A tab that polls for itself stops so long after it was hidden: a browser has few connections to a server. */
const hiddenForMs = 5 * 60_000
/** When the clock has gone on for so long without this page, the machine was asleep. */
const sleepMs = 3 * 60_000
const lookMs = 5_000
/** Between two attempts of a session. */
const longestWaitMs = 30_000

const parameters = {
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  include_subscribers: 'partial',
  // what passes the server by while a laptop sleeps is still there the next morning
  idle_queue_timeout: 86_400,
  client_capabilities: allCapabilities,
}
const options = { client: api, parameters }

/** Whose page it is, as the server says. */
const account = document.documentElement.dataset.account

let session: Session | undefined
let tabs: Tabs | undefined
let isLeading = false
/** What is shown is what this browser had kept: nobody has said yet that it may still be seen. */
let isFromDisk = false
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

/** Whether this tab is the one that waits for events, for all. */
export const leads = (): boolean => isLeading

export const queueId = (): string | undefined => session?.queueId

/**
 * Takes the state from the tab that leads; where there is none, what this browser has kept, and goes on from there; else
 * opens the session. Follows it from then on. Throws when the server refuses, or cannot be reached.
 */
export async function start(): Promise<void> {
  const shared = account !== undefined && Tabs.areShared ? new Tabs(`loquat ${account}`, handleTabMessage) : undefined
  // tabs that know nothing of each other would write over each other
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
  keepLoaded()
  if (!tabs) stopWhenHidden(session)
  else if (joined === 'lead') void lead(session)
  else void tabs.leading.then(() => session && lead(session))
}

function publishState(told: Readonly<Record<string, unknown>>): void {
  for (const [key, part] of parts) part.value = told[key]
}

/** Waits for events, in this tab and for the others, until it is closed or the signal is given. */
async function lead(session: Session, signal = new AbortController().signal): Promise<void> {
  isLeading = true
  tabs?.say({ say: 'leads' })
  if (tabs) keepOnDisk({ state: () => session.state, heardAt: () => lastHeard.peek() })
  const follower: Follower = {
    heard: (answer) => tabs?.say({ say: 'heard', queueId: session.queueId, answer }),
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
        // nobody has said that what is shown may still be seen
        await forgotten
        location.replace(`accounts/login?next=${encodeURIComponent(location.hash)}`)
        return
      }
      await new Promise<void>((resolve) => {
        tryAgain = resolve
      })
    }
}

/** Ends the wait for somebody to sign in. */
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

/** Shows what the session asks of the server besides its events: which keys of the state that has changed, `ask` says. */
export async function learn(ask: (session: Session) => Promise<ReadonlySet<string>>): Promise<void> {
  if (session) show({ events: [], changed: new Set(await ask(session)) })
}

function reset(): void {
  // somebody else has signed in here meanwhile: nothing of what this page holds is theirs
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

let toldOffline: ReturnType<typeof setTimeout> | undefined

function tell(state: 'live' | 'waiting' | 'signed-out'): void {
  hear(state)
  tabs?.say({ say: 'connection', state, since: offlineSince.peek().getTime() })
}

function hear(state: 'live' | 'waiting' | 'signed-out', since = lastHeard.peek().getTime()): void {
  if (state === 'waiting') {
    // single answers in the meantime don't end the outage
    if (toldOffline) return
    offlineSince.value = new Date(since)
    connection.value = 'reconnecting'
    toldOffline = setTimeout(() => {
      connection.value = 'offline'
    }, offlineAfterMs)
    return
  }
  clearTimeout(toldOffline)
  toldOffline = undefined
  if (state === 'live') isFromDisk = false
  connection.value = state
}

/** What another tab says. */
function handleTabMessage(word: TabMessage): void {
  if (!session) return
  switch (word.say) {
    case 'hello':
      if (!isLeading) return
      tabs?.say({ say: 'state', to: word.from, state: session.state })
      // a tab that was just opened may be the one in which somebody has signed in
      wake(false)
      return
    case 'heard':
      // also while leading: the tab that led before may have heard what this one has not
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

/** False when something is missing between what this tab knows and what was heard. */
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

/** Tries at once, in whichever tab it is that leads. */
export function wake(request: boolean): void {
  if (tabs && !isLeading) {
    tabs.say({ say: 'wake', request })
    return
  }
  session?.wake({ request })
  tryAgain()
}

/** What may have changed whether the server can be reached, and whether somebody waits for it. */
function keepLoaded(): void {
  addEventListener('online', () => wake(true))
  addEventListener('offline', () => wake(true))
  addEventListener('focus', () => wake(false))
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake(false))
  let [looked, woken] = [Date.now(), 0]
  setInterval(() => {
    const now = Date.now()
    if (now - looked > sleepMs) wake(true)
    looked = now
    // the tab that leads may be hidden, where browsers let it wait longer than it means to
    const isBroken = connection.value === 'reconnecting' || connection.value === 'offline'
    if (!isBroken || !tabs || isLeading || document.visibilityState === 'hidden' || now - woken < longestWaitMs) return
    woken = now
    wake(false)
  }, lookMs)
}

/** Where tabs cannot share: each polls for itself, and those that nobody has looked at for a while do not. */
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
