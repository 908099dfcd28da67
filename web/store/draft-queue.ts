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
import { asServer, nameOfId, onServer, serverDraft, targetOf } from './server-drafts.ts'
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

/** Names of drafts of which a request is on its way. */
export const saving = new Set<string>()
let isSaving = false
/** Something has changed since the saving began. */
let isWanted = false
let retryMs = saveAfterMs

/** Sends what the server has not yet, one after another; what fails is tried again, later each time. */
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
      // tabs share what is unsaved: two of them would save it twice
      isReached = await (locks ? locks.request('loquat drafts', saveAll) : saveAll())
    }
  } finally {
    isSaving = false
  }
  if (isReached) retryMs = saveAfterMs
  else {
    // the connection may never have noticed: nothing else would ask for it
    clearTimeout(timer)
    timer = setTimeout(() => void saveDrafts(), retryMs)
    retryMs = Math.min(2 * retryMs, retryAtLatestMs)
  }
}

/** False when the server cannot be reached. */
async function saveAll(): Promise<boolean> {
  for (const name of unsaved.peek().keys()) {
    saving.add(name)
    try {
      for (let before: Unsaved | undefined; ; ) {
        const now = unsaved.peek().get(name)
        if (!now || now === before || now.saved === now.text) break
        before = now
        if (!(await save(name, now))) return false
      }
    } finally {
      saving.delete(name)
    }
  }
  return true
}

/** False when the server cannot be reached, or not yet. */
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
      nameOfId.set(id, name)
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
    // once more, by another device
    if (hasChanged(problem)) return false
    // gone on the server, sent or thrown away elsewhere: what was written here since then is a new one
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

/** What was sent from here lately, by names of drafts: it comes back as events, sooner or later than the answers. */
const sentTexts = new Map<string, readonly string[]>()

/** Whether another device has changed the draft on the server since it was changed here. */
function isOthers(name: string, { text, base, saved }: Unsaved, onServer: string | undefined): boolean {
  if (onServer === undefined || base === undefined) return false
  const own = [base, text.trim(), saved?.trim(), ...(sentTexts.get(name) ?? [])]
  return !own.includes(onServer)
}

/** Both are kept: what was written here is a draft of its own from now on. */
function divide(name: string, { id, base: _theirs, ...rest }: Unsaved): void {
  nameOfId.delete(id as number)
  changeUnsaved(name, rest.text.trim() === '' ? undefined : rest)
}

const hasChanged = (problem: unknown) => problem instanceof ApiError && problem.code === draftHasChanged.code

/**
 * Changes or removes a draft that the server has, unless another device has put words into it of which this one has not
 * heard yet: then it answers false, and they stay.
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
  // of what was sent from here the answer may have been lost
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

/** What the server has, and has told, is the server's. */
export function forgetSaved(): void {
  const there = new Map((onServer.peek() ?? []).map((one) => [one.id, one]))
  for (const [name, { id, text, target, saved, at }] of unsaved.peek()) {
    if (id === undefined) {
      // it came to the server, and the answer was lost with the page that had sent it
      const key = targetKey(target)
      const same = [...there.values()].find((one) => one.content === text.trim() && targetKey(targetOf(one)) === key)
      if (!same || nameOfId.has(same.id) || saving.has(name)) continue
      nameOfId.set(same.id, name)
      changeUnsaved(name, undefined)
      continue
    }
    const known = there.get(id)
    if (!known) continue
    if (known.content === text.trim() || (saved === text && known.timestamp >= at)) changeUnsaved(name, undefined)
  }
}
