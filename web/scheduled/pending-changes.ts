import { effect, signal } from '@preact/signals'
import type { ScheduledMessage } from '../../src/features/messages/scheduled-messages/api.ts'
import { toast } from '../parts/toast.ts'
import { part } from '../store/connection.ts'
import { keepDraft, newDraftName } from '../store/drafts.ts'
import { ownId } from '../store/people.ts'
import { t } from '../texts/writing.ts'
import { openDraft } from './drafts.tsx'
import { type Change, isChange, rebased, versionOf } from './scheduled-change.ts'

const scheduled = part<ScheduledMessage[] | undefined>('scheduled_messages')
const storageKey = () => `loquat scheduled ${ownId.peek()}`

/** What somebody is making of scheduled messages in this tab, by their ids: it outlives a reload. */
export const pendingChanges = signal<ReadonlyMap<number, Change>>(new Map())

export function keepChange(id: number, change: Change | undefined): void {
  const next = new Map(pendingChanges.peek())
  if (change) next.set(id, change)
  else next.delete(id)
  pendingChanges.value = next
  try {
    if (next.size > 0) sessionStorage.setItem(storageKey(), JSON.stringify([...next]))
    else sessionStorage.removeItem(storageKey())
  } catch {
    // it is kept as long as the page
  }
}

/** The message is sent, or deleted elsewhere: words that it does not have are a draft. */
export function leaveAsDraft(id: number): void {
  const change = pendingChanges.peek().get(id)
  keepChange(id, undefined)
  if (!change || change.text === change.before.text) return
  const { target, text } = change
  const name = newDraftName()
  keepDraft(name, target, text)
  toast(t.scheduledGone, {
    label: t.openDraft,
    run: () => openDraft({ name, target, text, at: Date.now() / 1000, isLocal: true }),
  })
}

const isKept = (value: unknown): value is [number, Change] =>
  Array.isArray(value) && Number.isSafeInteger(value[0]) && isChange(value[1])

let isTakenUp = false

/** To be called once one's id is known; does its work once: takes up what was begun, and follows what others change. */
export function takeUpChanges(): void {
  if (isTakenUp) return
  isTakenUp = true
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey()) ?? '[]')
    if (Array.isArray(kept)) pendingChanges.value = new Map(kept.filter(isKept))
  } catch {
    // nothing is stored, or not by us
  }
  effect(() => {
    const there = scheduled.value
    if (!there) return
    for (const [id, change] of pendingChanges.peek()) {
      const now = there.find(({ scheduled_message_id }) => scheduled_message_id === id)
      if (!now) leaveAsDraft(id)
      else {
        const next = rebased(change, versionOf(now))
        if (next !== change) keepChange(id, next)
      }
    }
  })
}
