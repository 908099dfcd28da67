import { connection } from '../store/connection.ts'
import { ownId } from '../store/people.ts'
import { totalCount } from '../store/unread.ts'
import { absence } from './absence.ts'

const dayMs = 24 * 3600 * 1000
const noteEveryMs = 60_000
/** So much unread calls for help, however long it took. */
const many = 200

const storageKey = () => `loquat seen ${ownId.peek()}`

/** Looks when somebody was here last, says how long ago that is, and takes note of being here from then on. */
function note(now = () => Date.now()): void {
  try {
    const seen = Number(localStorage.getItem(storageKey()) ?? Number.NaN)
    const awayMs = Number.isFinite(seen) ? now() - seen : 0
    if ((awayMs > dayMs && totalCount.peek() > 0) || totalCount.peek() > many)
      absence.value = { days: Math.floor(awayMs / dayMs) }
    const keep = () => {
      if (document.visibilityState === 'visible') localStorage.setItem(storageKey(), String(now()))
    }
    keep()
    setInterval(keep, noteEveryMs)
    document.addEventListener('visibilitychange', keep)
  } catch {
    // a browser that stores nothing knows of no absence
  }
}

/** To be called once: what the browser had kept says nothing of what was missed until the server has been heard. */
export function noteAbsence(): void {
  let isNoted = false
  connection.subscribe((state) => {
    if (state !== 'live' || isNoted) return
    isNoted = true
    note()
  })
}
