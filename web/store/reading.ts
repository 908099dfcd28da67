import { type Signal, signal } from '@preact/signals'
import { ApiError } from '#contract'
import { updateMessageFlags } from '../../src/features/messages/messages/api/flags.ts'
import { api } from '../transport/api.ts'
import { message, showFlag } from './messages.ts'

/** Key of the narrow in which messages were marked as unread: seeing them there doesn't mark them as read. */
export const readingPausedIn: Signal<string | undefined> = signal(undefined)

const everyMs = 1_000
const maxAtOnce = 1_000

const waiting = new Set<number>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Marks messages as read: at once on this screen, within a second on the server. */
export function markRead(ids: readonly number[]): void {
  const fresh = ids.filter((id) => !waiting.has(id) && !message(id)?.flags?.includes('read'))
  if (fresh.length === 0) return
  for (const id of fresh) waiting.add(id)
  showFlag(fresh, 'read', true)
  timer ??= setTimeout(flush, everyMs)
}

async function flush(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const ids = [...waiting].slice(0, maxAtOnce)
  if (ids.length === 0) return
  for (const id of ids) waiting.delete(id)
  try {
    await api.call(updateMessageFlags, { messages: ids, op: 'add', flag: 'read' })
  } catch (problem) {
    // all of them are refused if one was deleted
    const isRefused = problem instanceof ApiError && problem.status === 400
    for (const id of ids) if (!isRefused || message(id)) waiting.add(id)
    timer ??= setTimeout(flush, everyMs * 5)
    return
  }
  if (waiting.size > 0) timer ??= setTimeout(flush, everyMs)
}

/** Reports to the server now. While the page unloads, the request outlives it. */
export const flushReading = (): Promise<void> => flush()
