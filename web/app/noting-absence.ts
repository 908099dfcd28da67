import { absence } from '../inbox/absence.ts'
import { connection } from '../store/connection.ts'
import { ownId } from '../store/people.ts'
import { totalCount } from '../store/unread.ts'

const dayMs = 24 * 3600 * 1000
const noteEveryMs = 60_000
/** With this many unread messages, offer to catch up regardless of the time away. */
const many = 200

const storageKey = () => `loquat seen ${ownId.peek()}`

/** Call once. Compares the last visit with now, offers to catch up after a long absence, and records each visit. */
export function noteAbsence(): void {
  let isNoted = false
  // cached counts are older than the absence
  connection.subscribe((state) => {
    if (state !== 'live' || isNoted) return
    isNoted = true
    try {
      note()
    } catch {
      // without local storage, there's no last visit to compare with
    }
  })
}

function note(): void {
  const seen = Number(localStorage.getItem(storageKey()) ?? Number.NaN)
  const awayMs = Number.isFinite(seen) ? Date.now() - seen : 0
  if ((awayMs > dayMs && totalCount.peek() > 0) || totalCount.peek() > many)
    absence.value = { days: Math.floor(awayMs / dayMs) }
  const store = () => {
    if (document.visibilityState === 'visible') localStorage.setItem(storageKey(), String(Date.now()))
  }
  store()
  setInterval(store, noteEveryMs)
  document.addEventListener('visibilitychange', store)
}
