import { connection } from './connection.ts'
import { type Outgoing, outbox, outboxKeys, sendWaiting } from './outbox.ts'

/** The server knows for seven days what it has been sent already; what is older may be there, and its writer decides. */
const surelyOnceMs = 6 * 86_400_000

/** Without locks, which browsers have on secure addresses only, a tab knows its own past alone. */
const lastKey = 'loquat last outbox'

/**
 * To be called once: what tabs have not sent that are closed, killed, or loaded anew, to sign in or by accident, goes from
 * here, once: its name for the server stays the same.
 */
export async function takeUpLeft(ownKey: string): Promise<void> {
  const locks = navigator.locks as LockManager | undefined
  try {
    if (locks)
      for (const key of Object.keys(localStorage)) {
        if (key === ownKey || !key.startsWith(outboxKeys())) continue
        // a tab that lives holds its lock
        await locks.request(key, { ifAvailable: true }, (lock) => {
          if (lock) takeUp(key)
        })
      }
    else {
      const before = sessionStorage.getItem(lastKey)
      if (before?.startsWith(outboxKeys())) takeUp(before)
      sessionStorage.setItem(lastKey, ownKey)
    }
  } catch {
    // a browser that stores nothing
  }
}

/** Kept here before it is forgotten there. */
function takeUp(key: string): void {
  try {
    const left = (JSON.parse(localStorage.getItem(key) ?? '[]') as Outgoing[]).map(revived)
    outbox.value = [...left, ...outbox.peek()]
  } finally {
    localStorage.removeItem(key)
  }
  if (connection.peek() === 'live') sendWaiting()
}

/** What the server has already comes again as an answer to the same key: it is there once. */
function revived(one: Outgoing): Outgoing {
  const at = new Date(one.at)
  const isOld = Date.now() - at.getTime() > surelyOnceMs
  return { ...one, at, state: one.state === 'refused' || isOld ? 'refused' : 'waiting' }
}
