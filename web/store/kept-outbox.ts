import { effect } from '@preact/signals'
import { conversationOfTarget, isTarget } from '../narrow/target.ts'
import { keepWords, wordsOf } from '../offline-cache/words.ts'
import { connection } from './connection.ts'
import { type Outgoing, outbox, sendWaiting, tab } from './outbox.ts'
import { ownId } from './people.ts'

/**
 * The server remembers idempotency keys for seven days. Older messages may have been sent already, so their author
 * decides.
 */
const surelyOnceMs = 6 * 86_400_000

/** The key of a tab's previous outbox, used where there are no locks: they need a secure context. */
const lastKey = 'loquat last outbox'
/** Without locks, other tabs that don't answer within this time count as closed. */
const answerMs = 3_000

/** The storage keys of unsent messages; an open tab holds the lock with its key's name. */
const keys = () => `loquat outbox ${ownId.peek()} `

/**
 * Call once when the user's id is known. Stores this tab's unsent messages in the browser, and sends those left by tabs
 * that were closed, killed, or reloaded. The idempotency key stays the same, so each is sent once.
 */
export async function keepOutbox(): Promise<void> {
  const own = keys() + tab
  const locks = navigator.locks as LockManager | undefined
  void locks?.request(own, () => new Promise(() => {}))
  effect(() => {
    const unsent = outbox.value.filter(({ state }) => state !== 'sent')
    const text = unsent.length === 0 ? undefined : JSON.stringify(unsent)
    void keepWords(own, text)
    try {
      if (text === undefined) localStorage.removeItem(own)
      else localStorage.setItem(own, text)
    } catch {
      // storage is full or not allowed: still sent from here
    }
  })
  if (locks)
    for (const key of await leftKeys(own))
      await locks.request(key, { ifAvailable: true }, (lock) => lock && takeUp(key))
  else {
    await takeUpOwnPast(own)
    const living = await namesOfLiving(own)
    for (const key of await leftKeys(own)) if (!living.has(key)) await takeUp(key)
  }
}

async function leftKeys(own: string): Promise<readonly string[]> {
  const found = new Set((await wordsOf(keys())).keys())
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(keys())) found.add(key)
  } catch {
    // storage is unavailable
  }
  found.delete(own)
  return [...found]
}

async function takeUpOwnPast(own: string): Promise<void> {
  try {
    const before = sessionStorage.getItem(lastKey)
    sessionStorage.setItem(lastKey, own)
    if (before?.startsWith(keys())) await takeUp(before)
  } catch {
    // storage is unavailable
  }
}

/** Answers other tabs that ask for open tabs, and asks them; the result includes this tab. */
async function namesOfLiving(own: string): Promise<ReadonlySet<unknown>> {
  const living = new Set<unknown>([own])
  const channel = new BroadcastChannel(keys())
  channel.onmessage = ({ data }) => {
    if (data === 'who?') channel.postMessage(own)
    else living.add(data)
  }
  channel.postMessage('who?')
  await new Promise((resolve) => setTimeout(resolve, answerMs))
  return living
}

async function takeUp(key: string): Promise<void> {
  const text = (await wordsOf(key)).get(key) ?? textInStorage(key) ?? '[]'
  try {
    const left: unknown = JSON.parse(text)
    if (Array.isArray(left)) outbox.value = [...left.filter(isOutgoing).map(revived), ...outbox.peek()]
  } catch {
    // not written by us
  }
  await keepWords(key, undefined)
  try {
    localStorage.removeItem(key)
  } catch {
    // storage is unavailable
  }
  if (connection.peek() === 'live') sendWaiting()
}

function textInStorage(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function isOutgoing(value: unknown): value is Outgoing {
  const { localId, conversation, content, at, reason } = (value ?? {}) as Record<string, unknown>
  return (
    isTarget(conversation) &&
    conversationOfTarget(conversation) !== undefined &&
    [localId, content].every((one) => typeof one === 'string') &&
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at)) &&
    (reason === undefined || typeof reason === 'string')
  )
}

/** Resending a message the server already has is harmless: the same idempotency key returns the first response. */
function revived(one: Outgoing): Outgoing {
  const at = new Date(one.at)
  const isOld = Date.now() - at.getTime() > surelyOnceMs
  return { ...one, at, state: one.state === 'refused' || isOld ? 'refused' : 'waiting' }
}
