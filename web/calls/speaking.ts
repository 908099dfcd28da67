import { signal } from '@preact/signals'
import { levelOf, otherSessions } from './call-state.ts'

/** Sessions whose people speak, the one who spoke last first. */
export const speaking = signal<readonly string[]>([])

const everyMs = 250
const audible = 0.02
/** Keeps a speaker between words. */
const heldMs = 1_200

/** Follows who speaks until the returned function is called. */
export function followSpeaking(): () => void {
  const heardAt = new Map<string, number>()
  const timer = setInterval(() => {
    const now = Date.now()
    for (const { session_id, audio } of otherSessions.peek())
      if (audio && levelOf(session_id) > audible) heardAt.set(session_id, now)
    const held = [...heardAt].filter(([, at]) => now - at < heldMs).sort(([, a], [, b]) => b - a)
    const next = held.map(([id]) => id)
    if (next.join() !== speaking.peek().join()) speaking.value = next
  }, everyMs)
  return () => {
    clearInterval(timer)
    speaking.value = []
  }
}
