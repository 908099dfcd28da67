import { effect } from '@preact/signals'
import { conversationOfTarget, isTarget } from '../narrow/target.ts'
import { keepWords, wordsOf } from '../offline-cache/words.ts'
import { connection } from './connection.ts'
import { type Outgoing, outbox, sendWaiting, tab } from './outbox.ts'
import { ownId } from './people.ts'

/** The server knows for seven days what it has been sent already; what is older may be there, and its writer decides. */
const surelyOnceMs = 6 * 86_400_000

/** Without locks, which browsers have on secure addresses only, a tab knows its own past at once. */
const lastKey = 'loquat last outbox'
/** And of others, that those which do not answer within this time are no more. */
const answerMs = 3_000

/** Where a tab keeps what it has not sent; as long as it lives, it holds the lock of that name. */
const keys = () => `loquat outbox ${ownId.peek()} `

/**
 * To be called once, when one's id is known: keeps in the browser what this tab has not sent, and sends what others left
 * that are no more: closed, killed, or loaded anew, to sign in or by accident. It goes once: its name for the server stays
 * the same.
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
      // full, or not allowed: it is still sent from here
    }
  })
  if (locks)
    // a tab that lives holds its lock
    for (const key of await leftKeys(own))
      await locks.request(key, { ifAvailable: true }, (lock) => lock && takeUp(key))
  else {
    await takeUpOwnPast(own)
    const living = await namesOfLiving(own)
    for (const key of await leftKeys(own)) if (!living.has(key)) await takeUp(key)
  }
}

/** What tabs have left, or have while they live. */
async function leftKeys(own: string): Promise<readonly string[]> {
  const found = new Set((await wordsOf(keys())).keys())
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(keys())) found.add(key)
  } catch {
    // a browser that stores nothing
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
    // a browser that stores nothing
  }
}

/** Names itself to the other tabs whenever they ask, and asks for theirs, its own among them. */
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

/** Kept here before it is forgotten there. */
async function takeUp(key: string): Promise<void> {
  const text = (await wordsOf(key)).get(key) ?? textInStorage(key) ?? '[]'
  try {
    const left: unknown = JSON.parse(text)
    if (Array.isArray(left)) outbox.value = [...left.filter(isOutgoing).map(revived), ...outbox.peek()]
  } catch {
    // nothing that we have written
  }
  await keepWords(key, undefined)
  try {
    localStorage.removeItem(key)
  } catch {
    // a browser that stores nothing
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

/** What the server has already comes again as an answer to the same key: it is there once. */
function revived(one: Outgoing): Outgoing {
  const at = new Date(one.at)
  const isOld = Date.now() - at.getTime() > surelyOnceMs
  return { ...one, at, state: one.state === 'refused' || isOld ? 'refused' : 'waiting' }
}
