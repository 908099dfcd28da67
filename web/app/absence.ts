import { signal } from '@preact/signals'
import { ownId } from '../store/people.ts'
import { totalCount } from '../store/unread.ts'

const dayMs = 24 * 3600 * 1000
const noteEveryMs = 60_000
/** So much unread calls for help, however long it took. */
const many = 200

const storageKey = () => `loquat seen ${ownId.peek()}`

/** For how many days one was away, and whether catching up is offered; undefined where nothing is to be said. */
export const absence = signal<{ readonly days: number } | undefined>(undefined)

/** Looks when somebody was here last, says how long ago that is, and takes note of being here from then on. */
export function noteAbsence(now = () => Date.now()): void {
  try {
    const seen = Number(localStorage.getItem(storageKey()) ?? Number.NaN)
    const awayMs = Number.isFinite(seen) ? now() - seen : 0
    if ((awayMs > dayMs && totalCount.peek() > 0) || totalCount.peek() > many)
      absence.value = { days: Math.floor(awayMs / dayMs) }
    const note = () => {
      if (document.visibilityState === 'visible') localStorage.setItem(storageKey(), String(now()))
    }
    note()
    setInterval(note, noteEveryMs)
    document.addEventListener('visibilitychange', note)
  } catch {
    // a browser that stores nothing knows of no absence
  }
}
