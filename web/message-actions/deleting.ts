import { ApiError } from '#contract'
import { deleteMessage } from '../../src/features/messages/messages/api/delete.ts'
import { getMessages } from '../../src/features/messages/messages/api/fetch.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { rowOf } from '../content/active.ts'
import { keyName } from '../parts/key-names.ts'
import { reasonOf } from '../parts/refusal.ts'
import { openToast, type Toast, toast } from '../parts/toast.ts'
import { isTurnedOff } from '../shortcuts/keys.ts'
import { undoing } from '../shortcuts/undoing.ts'
import { connection, onEvents } from '../store/connection.ts'
import { keepDeletion, keptDeletions } from '../store/kept-deletions.ts'
import { message, messages } from '../store/messages.ts'
import { ownKeys } from '../store/own-keys.ts'
import { a } from '../texts/actions.ts'
import { api } from '../transport/api.ts'
import { longestUndoMs, undoMs } from './rights.ts'

/** Another tab may take over a deletion this long after it was due: its tab is gone. */
const slackMs = 2_000
const retryMs = 2_000

interface Deletion {
  readonly begunAt: number
  dueAt: number
  timer?: ReturnType<typeof setTimeout>
  /** Once the server was asked, it can't be undone. */
  isAsked: boolean
  isAsking: boolean
  shown?: Toast
}

/** Deletions that the server hasn't confirmed, oldest first, by message ID. */
const deletions = new Map<number, Deletion>()

/** Hides a message at once, offers to undo that, and asks the server when it's too late to undo. */
export function deleteWithUndo(id: number): void {
  const deletion = begin(id, Date.now() + undoMs)
  moveFocus(id)
  void keepDeletion(id, deletion.dueAt)
  const [key] = ownKeys.peek().undoRead ?? ['z']
  deletion.shown = openToast(a.deleted, {
    label: a.undo,
    ...(key === undefined || isTurnedOff(key) ? {} : { key: keyName(key) }),
    run: () => void undo(id),
  })
}

/** Continues the deletions of tabs that were closed or crashed. */
export async function continueDeletions(): Promise<void> {
  for (const [id, dueAt] of await keptDeletions())
    if (!deletions.has(id)) setTimeout(() => void takeOver(id), Math.max(0, dueAt + slackMs - Date.now()))
}

/** Does nothing if the deletion has been undone or extended. */
async function takeOver(id: number): Promise<void> {
  const dueAt = (await keptDeletions()).get(id)
  if (dueAt === undefined || deletions.has(id)) return
  if (dueAt + slackMs > Date.now()) return void setTimeout(() => void takeOver(id), dueAt + slackMs - Date.now())
  begin(id, dueAt)
}

function begin(id: number, dueAt: number): Deletion {
  const deletion: Deletion = { begunAt: Date.now(), dueAt, isAsked: false, isAsking: false }
  deletions.set(id, deletion)
  messages.hide(id, true)
  deletion.timer = setTimeout(() => due(id, deletion), Math.max(0, dueAt - Date.now()))
  return deletion
}

function due(id: number, deletion: Deletion): void {
  // the user is about to undo it
  if (deletion.shown?.isHeld() && Date.now() + undoMs < deletion.begunAt + longestUndoMs) {
    deletion.dueAt = Date.now() + undoMs
    void keepDeletion(id, deletion.dueAt)
    deletion.timer = setTimeout(() => due(id, deletion), undoMs)
    return
  }
  deletion.shown?.close()
  void ask(id, deletion)
}

async function ask(id: number, deletion: Deletion): Promise<void> {
  clearTimeout(deletion.timer)
  if (deletion.isAsking) return
  deletion.isAsked = deletion.isAsking = true
  try {
    await api.call(deleteMessage, { message_id: id })
    messages.apply({ id: -1, type: 'delete_message', message_ids: [id] })
    end(id)
  } catch (problem) {
    deletion.isAsking = false
    if (problem instanceof ApiError && problem.status < 500 && ![401, 429].includes(problem.status))
      await putBack(id, problem)
    else if (connection.peek() !== 'signed-out') deletion.timer = setTimeout(() => void ask(id, deletion), retryMs)
  }
}

/** Handles a refusal, such as after a permission change or when the time limit has passed. */
async function putBack(id: number, problem: unknown): Promise<void> {
  const isThere = await fetched(id).catch(() => true)
  end(id)
  // it may have been deleted elsewhere
  if (isThere) toast(a.notDeleted(reasonOf(problem)))
  else messages.apply({ id: -1, type: 'delete_message', message_ids: [id] })
}

/** Fetches a message; false if it doesn't exist anymore. */
async function fetched(id: number): Promise<boolean> {
  const { answer } = await messages.fetch(async () => {
    const found = await api.call(getMessages, {
      message_ids: [id],
      narrow: [],
      client_gravatar: false,
      allow_empty_topic_name: true,
    })
    return { messages: found.messages as Message[] }
  })
  return answer.messages.length > 0
}

/** False if it's too late. */
function undo(id: number): boolean {
  const deletion = deletions.get(id)
  if (!deletion || deletion.isAsked) return false
  end(id)
  // it may have been dropped while it was hidden
  if (message(id)) focusOnceDrawn(id)
  else void fetched(id).then(() => messages.hide(id, false))
  toast(a.restored)
  return true
}

function focusOnceDrawn(id: number, frames = 30): void {
  const row = rowOf(id)
  if (row) row.focus({ preventScroll: true })
  else if (frames > 0) requestAnimationFrame(() => focusOnceDrawn(id, frames - 1))
}

undoing.latest = () => {
  const latest = [...deletions].findLast(([, { isAsked }]) => !isAsked)
  return latest !== undefined && undo(latest[0])
}

/** Forgets a deletion; the message is shown again if it still exists. */
function end(id: number): void {
  const deletion = deletions.get(id)
  if (!deletion) return
  deletions.delete(id)
  clearTimeout(deletion.timer)
  deletion.shown?.close()
  void keepDeletion(id, undefined)
  messages.hide(id, false)
}

/** Moves focus from the message's row or menu to the next row. */
function moveFocus(id: number): void {
  const row = rowOf(id)?.closest('.row')
  const held = document.activeElement
  if (!row || !(held === document.body || held?.closest('[role=menu]') || row.contains(held))) return
  const beside = row.nextElementSibling ?? row.previousElementSibling
  beside?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true })
}

onEvents((events) => {
  for (const { type, message_ids, message_id } of events)
    if (type === 'delete_message') for (const id of (message_ids ?? [message_id]) as number[]) end(id)
})

/** A hidden page may never come back, so its deletions are sent now. */
function askNow(): void {
  for (const [id, deletion] of deletions) {
    deletion.shown?.close()
    void ask(id, deletion)
  }
}
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && askNow())
addEventListener('pagehide', askNow)
connection.subscribe((state) => {
  if (state !== 'live') return
  for (const [id, deletion] of deletions) if (deletion.isAsked) void ask(id, deletion)
})
