import { effect } from '@preact/signals'
import { conversationOfTarget, isTarget } from '../narrow/target.ts'
import { connection } from './connection.ts'
import { type Outgoing, outbox, sendWaiting, tab } from './outbox.ts'
import { ownId } from './people.ts'

/** The server knows for seven days what it has been sent already; what is older may be there, and its writer decides. */
const surelyOnceMs = 6 * 86_400_000

/** Without locks, which browsers have on secure addresses only, a tab knows its own past alone. */
const lastKey = 'loquat last outbox'

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
    try {
      if (unsent.length === 0) localStorage.removeItem(own)
      else localStorage.setItem(own, JSON.stringify(unsent))
    } catch {
      // full, or not allowed: it is still sent from here
    }
  })
  try {
    if (locks)
      for (const key of Object.keys(localStorage)) {
        if (key === own || !key.startsWith(keys())) continue
        // a tab that lives holds its lock
        await locks.request(key, { ifAvailable: true }, (lock) => {
          if (lock) takeUp(key)
        })
      }
    else {
      const before = sessionStorage.getItem(lastKey)
      if (before?.startsWith(keys())) takeUp(before)
      sessionStorage.setItem(lastKey, own)
    }
  } catch {
    // a browser that stores nothing
  }
}

/** Kept here before it is forgotten there. */
function takeUp(key: string): void {
  try {
    const left: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    if (Array.isArray(left)) outbox.value = [...left.filter(isOutgoing).map(revived), ...outbox.peek()]
  } catch {
    // nothing that we have written
  } finally {
    localStorage.removeItem(key)
  }
  if (connection.peek() === 'live') sendWaiting()
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
