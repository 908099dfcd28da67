import { ApiError } from '#contract'
import {
  createDrafts,
  deleteDraft,
  draftHasChanged,
  editDraft,
  getDrafts,
} from '../../src/features/messages/drafts/api.ts'
import { targetKey } from '../narrow/target.ts'
import { api } from '../transport/api.ts'
import { part } from './connection.ts'
import { claimName, hasOwnName } from './draft-names.ts'
import { asServer, onServer, serverDraft, targetOf } from './server-drafts.ts'
import { changeUnsaved, type Unsaved, unsaved } from './unsaved-drafts.ts'

const settings = part<{ enable_drafts_synchronization?: boolean }>('user_settings')
const maxLength = part<number>('max_message_length')

const saveAfterMs = 3_000
const saveAtLatestMs = 10_000
const retryAtLatestMs = 60_000

let timer: ReturnType<typeof setTimeout> | undefined
let waitingSince: number | undefined

export function saveSoon(afterMs: number = saveAfterMs): void {
  const now = Date.now()
  waitingSince ??= now
  clearTimeout(timer)
  timer = setTimeout(() => void saveDrafts(), Math.max(0, Math.min(afterMs, waitingSince + saveAtLatestMs - now)))
}

export const saving = new Set<string>()
let isSaving = false
let isWanted = false
let retryMs = saveAfterMs

/** Saves unsaved drafts to the server one by one, and retries failures with increasing delays. */
export async function saveDrafts(): Promise<void> {
  waitingSince = undefined
  if (settings.peek()?.enable_drafts_synchronization === false) return
  isWanted = true
  if (isSaving) return
  isSaving = true
  let isReached = true
  try {
    const locks = navigator.locks as LockManager | undefined
    while (isWanted && isReached) {
      isWanted = false
      // tabs share the unsaved drafts: without the lock, two would save the same one
      isReached = await (locks ? locks.request('loquat drafts', saveAll) : saveAll())
    }
  } finally {
    isSaving = false
  }
  if (isReached) retryMs = saveAfterMs
  else {
    // the connection may not have noticed the failure, so retry by timer
    clearTimeout(timer)
    timer = setTimeout(() => void saveDrafts(), retryMs)
    retryMs = Math.min(2 * retryMs, retryAtLatestMs)
  }
}

/** False if the server can't be reached. */
async function saveAll(): Promise<boolean> {
  for (const name of unsaved.peek().keys()) {
    saving.add(name)
    try {
      for (let before: Unsaved | undefined; ; ) {
        const now = unsaved.peek().get(name)
        if (!now || now === before || now.saved === now.text) break
        // text typed during a save is saved when the timer fires next, not on every key
        if (before && now.text !== before.text && now.text.trim() !== '') break
        before = now
        if (!(await save(name, now))) return false
      }
    } finally {
      saving.delete(name)
    }
  }
  return true
}

/** False if the save has to be retried. */
async function save(name: string, one: Unsaved): Promise<boolean> {
  const isGone = one.text.trim() === ''
  if (!isGone && [...one.text].length > (maxLength.peek() ?? 10_000)) return true
  if (isOthers(name, one, serverDraft(one.id)?.content)) {
    divide(name, one)
    return true
  }
  try {
    sentTexts.set(name, [...(sentTexts.get(name) ?? []).slice(-9), one.text.trim()])
    if (isGone) {
      const draft_id = one.id
      const isOwn =
        draft_id === undefined ||
        (await inPlaceOfOwn(name, one, (expected) => api.call(deleteDraft, { draft_id, ...expected })))
      if (!isOwn) divide(name, unsaved.peek().get(name) ?? one)
      else if (unsaved.peek().get(name) === one) changeUnsaved(name, undefined)
      return true
    }
    if (one.id === undefined) {
      const { ids } = await api.call(createDrafts, { drafts: [asServer(one)] })
      const [id] = ids as [number]
      claimName(name, id)
      settle(name, one, { id })
    } else {
      const [draft_id, draft] = [one.id, asServer(one)]
      const isOwn = await inPlaceOfOwn(name, one, (expected) => api.call(editDraft, { draft_id, draft, ...expected }))
      if (isOwn) settle(name, one, {})
      else divide(name, unsaved.peek().get(name) ?? one)
    }
    return true
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.status >= 500 || [401, 429].includes(problem.status)) return false
    // another device changed it again: retry
    if (hasChanged(problem)) return false
    // deleted on the server, by sending or discarding it elsewhere: save newer text as a new draft
    if (problem.status === 404) {
      if (isGone) changeUnsaved(name, undefined)
      else {
        const { id: _gone, ...rest } = unsaved.peek().get(name) ?? one
        changeUnsaved(name, rest)
      }
    }
    return true
  }
}

/** Recently saved texts by draft name: events with them may arrive before or after the responses. */
const sentTexts = new Map<string, readonly string[]>()

function isOthers(name: string, { text, base, saved }: Unsaved, onServer: string | undefined): boolean {
  if (onServer === undefined || base === undefined) return false
  const own = [base, text.trim(), saved?.trim(), ...(sentTexts.get(name) ?? [])]
  return !own.includes(onServer)
}

/** Keeps both texts: the local one becomes a separate draft, with the name that the composer knows. */
function divide(name: string, { id: _theirs, base: _text, ...rest }: Unsaved): void {
  claimName(name, undefined)
  changeUnsaved(name, rest.text.trim() === '' ? undefined : rest)
}

const hasChanged = (problem: unknown) => problem instanceof ApiError && problem.code === draftHasChanged.code

/**
 * Edits or deletes a saved draft, unless another device has changed it on the server: then it returns false, and the
 * server's text stays.
 */
async function inPlaceOfOwn(
  name: string,
  one: Unsaved,
  change: (expected: { expected_content?: string }) => Promise<unknown>,
): Promise<boolean> {
  const expecting = (content: string | undefined) => (content === undefined ? {} : { expected_content: content })
  try {
    await change(expecting(one.base))
    return true
  } catch (problem) {
    if (!hasChanged(problem)) throw problem
  }
  // the response to an earlier save may have been lost
  const { drafts } = await api.call(getDrafts, {})
  const content = drafts.find(({ id }) => id === one.id)?.content
  if (isOthers(name, one, content)) return false
  await change(expecting(content))
  return true
}

function settle(name: string, sent: Unsaved, more: { id?: number }): void {
  const now = unsaved.peek().get(name)
  if (now) changeUnsaved(name, { ...now, ...more, saved: sent.text, base: sent.text.trim() })
  forgetSaved()
}

/** Drops unsaved drafts that the server has confirmed. */
export function forgetSaved(): void {
  const there = new Map((onServer.peek() ?? []).map((one) => [one.id, one]))
  for (const [name, { id, text, target, saved, at }] of unsaved.peek()) {
    if (id === undefined) {
      // it was saved, but the response was lost when the page was closed
      const key = targetKey(target)
      const same = [...there.values()].find((one) => one.content === text.trim() && targetKey(targetOf(one)) === key)
      if (!same || hasOwnName(same.id) || saving.has(name)) continue
      claimName(name, same.id)
      changeUnsaved(name, undefined)
      continue
    }
    const known = there.get(id)
    if (!known) continue
    if (known.content === text.trim() || (saved === text && known.timestamp >= at)) changeUnsaved(name, undefined)
  }
}
