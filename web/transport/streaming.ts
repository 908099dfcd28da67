import type { Streaming } from '../../client/stream.ts'

/** When this browser may try again, in milliseconds since 1970. */
const key = 'loquat polls until'
const pollsForMs = 3_600_000

let isAllowed = true
try {
  isAllowed = Number(localStorage.getItem(key)) < Date.now()
} catch {
  // storage is unavailable
}

/** Event streams, until a proxy turns out to hold them back: then polls, for this page and an hour. */
export const streaming: Streaming = {
  get isAllowed() {
    return isAllowed
  },
  giveUp() {
    isAllowed = false
    try {
      localStorage.setItem(key, `${Date.now() + pollsForMs}`)
    } catch {
      // still applies while the page is open
    }
  },
}
