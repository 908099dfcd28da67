import { computed, effect } from '@preact/signals'
import { type Target, targetKey } from '../narrow/target.ts'
import { connection, onEvents } from './connection.ts'
import { serverName } from './draft-names.ts'
import { forgetSaved, saveDrafts, saveSoon, saving } from './draft-queue.ts'
import { movedTopic } from './moved-topics.ts'
import { onServer, serverDraft, targetOf } from './server-drafts.ts'
import { changeUnsaved, takeUpUnsaved, unsaved } from './unsaved-drafts.ts'

export interface Draft {
  /** Stable while the draft exists, before and after it's saved to the server. */
  readonly name: string
  readonly target: Target
  readonly text: string
  /** In UNIX seconds. */
  readonly at: number
  readonly id?: number
  /** Whether it has changes that aren't saved to the server. */
  readonly isLocal: boolean
}

/** Every draft, last changed first, including those not saved to the server yet. */
export const drafts = computed<readonly Draft[]>(() => {
  const found: Draft[] = []
  const replaced = new Set<number>()
  for (const [name, { target, text, at, id }] of unsaved.value) {
    if (id !== undefined) replaced.add(id)
    if (text.trim() !== '') found.push({ name, target, text, at, isLocal: true, ...(id === undefined ? {} : { id }) })
  }
  for (const one of onServer.value ?? [])
    if (!replaced.has(one.id))
      found.push({
        name: serverName(one.id),
        target: targetOf(one),
        text: one.content,
        at: one.timestamp,
        id: one.id,
        isLocal: false,
      })
  return found.sort((a, b) => b.at - a.at)
})

export const draftNamed = (name: string): Draft | undefined => drafts.value.find((one) => one.name === name)

export function draftFor(target: Target): Draft | undefined {
  const key = targetKey(target)
  return drafts.value.find((one) => targetKey(one.target) === key)
}

export const newDraftName = (): string => crypto.getRandomValues(new Uint32Array(3)).join('-')

const idOf = (name: string): number | undefined => {
  const known = unsaved.peek().get(name)
  if (known) return known.id
  return (onServer.peek() ?? []).find(({ id }) => serverName(id) === name)?.id
}

/** Stores a draft in this browser at once, and on the server soon; an empty text deletes it. */
export function keepDraft(name: string, target: Target, text: string): void {
  const id = idOf(name)
  const isBusy = saving.has(name)
  if (text.trim() === '' && id === undefined && !isBusy) changeUnsaved(name, undefined)
  else {
    const before = unsaved.peek().get(name)
    const base = before ? before.base : serverDraft(id)?.content
    changeUnsaved(name, {
      target,
      text,
      at: Math.floor(Date.now() / 1000),
      ...(id === undefined ? {} : { id }),
      ...(base === undefined ? {} : { base }),
    })
    saveSoon(text.trim() === '' ? 0 : undefined)
  }
}

let isTakenUp = false

/**
 * Call when the user's id is known; works once. Restores the drafts that weren't saved when the page was last closed or
 * killed.
 */
export function takeUpDrafts(): void {
  if (isTakenUp) return
  isTakenUp = true
  takeUpUnsaved()
  effect(() => {
    onServer.value
    forgetSaved()
  })
  onEvents((events) => {
    for (const moved of events.map(movedTopic))
      if (moved)
        for (const { name, target, text } of drafts.peek())
          if (targetKey(target) === targetKey(moved.from)) keepDraft(name, moved.to, text)
  })
  connection.subscribe((state) => {
    if (state === 'live' && unsaved.peek().size > 0) saveSoon()
  })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void saveDrafts())
}
