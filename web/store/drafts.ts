import { computed, effect, signal } from '@preact/signals'
import { ApiError } from '#contract'
import { createDrafts, deleteDraft, editDraft, type Draft as ServerDraft } from '../../src/areas/drafts/api.ts'
import { conversationOfTarget, type Target, targetKey } from '../narrow/target.ts'
import { api } from '../transport/api.ts'
import { connection, part } from './connection.ts'
import { ownId } from './people.ts'

/** What was begun and not sent. */
export interface Draft {
  /** Stays the same while the draft is there, whoever has it. */
  readonly name: string
  readonly target: Target
  readonly text: string
  /** When it was changed last; UNIX seconds. */
  readonly at: number
  /** The server's id for it. */
  readonly id?: number
  /** Whether this browser has something that the server has not. */
  readonly isLocal: boolean
}

/** What the server has not yet: an empty text is a draft to be thrown away there. */
interface Unsaved {
  readonly target: Target
  readonly text: string
  readonly at: number
  readonly id?: number
  /** What the server answered that it has. */
  readonly saved?: string
  /** What the server had when it was changed here first: anything else there was written by another device. */
  readonly base?: string
}

const settings = part<{ enable_drafts_synchronization?: boolean }>('user_settings')
const maxLength = part<number>('max_message_length')
const onServer = part<ServerDraft[]>('drafts')

const saveAfterMs = 3_000
const saveAtLatestMs = 10_000

const unsaved = signal<ReadonlyMap<string, Unsaved>>(new Map())
/** Names by the server's ids, so that a draft that has been saved is still the one that is being written. */
const nameOfId = new Map<number, string>()
const serverName = (id: number): string => nameOfId.get(id) ?? `server ${id}`

const storageKey = (name: string): string => `loquat draft ${ownId.value} ${name}`

function targetOf({ type, to, topic }: ServerDraft): Target {
  if (type === 'private') return { kind: 'direct', userIds: to }
  return { kind: 'topic', channelId: to[0], topic }
}

/** Every draft, the one that was changed last first; those of this browser that could not be saved yet among them. */
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

/** The newest draft for exactly this conversation. */
export function draftFor(target: Target): Draft | undefined {
  const key = targetKey(target)
  return drafts.value.find((one) => targetKey(one.target) === key)
}

export const newDraftName = (): string => crypto.getRandomValues(new Uint32Array(3)).join('-')

function change(name: string, to: Unsaved | undefined): void {
  const next = new Map(unsaved.peek())
  if (to) next.set(name, to)
  else next.delete(name)
  unsaved.value = next
  try {
    if (to) localStorage.setItem(storageKey(name), JSON.stringify(to))
    else localStorage.removeItem(storageKey(name))
  } catch {
    // a browser that stores nothing: what is written is still on the screen, and soon on the server
  }
}

const idOf = (name: string): number | undefined => {
  const known = unsaved.peek().get(name)
  if (known) return known.id
  return (onServer.peek() ?? []).find(({ id }) => serverName(id) === name)?.id
}

/** In this browser at once, on the server soon; an empty text throws the draft away. */
export function keepDraft(name: string, target: Target, text: string): void {
  const id = idOf(name)
  const isBusy = saving.has(name)
  if (text.trim() === '' && id === undefined && !isBusy) change(name, undefined)
  else {
    const before = unsaved.peek().get(name)
    const base = before ? before.base : serverDraft(id)?.content
    change(name, {
      target,
      text,
      at: Math.floor(Date.now() / 1000),
      ...(id === undefined ? {} : { id }),
      ...(base === undefined ? {} : { base }),
    })
    saveSoon(text.trim() === '' ? 0 : saveAfterMs)
  }
}

const serverDraft = (id: number | undefined): ServerDraft | undefined =>
  id === undefined ? undefined : (onServer.peek() ?? []).find((one) => one.id === id)

let timer: ReturnType<typeof setTimeout> | undefined
let waitingSince: number | undefined

function saveSoon(afterMs: number): void {
  const now = Date.now()
  waitingSince ??= now
  clearTimeout(timer)
  timer = setTimeout(() => void saveDrafts(), Math.max(0, Math.min(afterMs, waitingSince + saveAtLatestMs - now)))
}

/** Names of drafts of which a request is on its way. */
const saving = new Set<string>()
let isSaving = false

/** Sends what the server has not yet, one after another; what fails is tried again with the next change. */
async function saveDrafts(): Promise<void> {
  waitingSince = undefined
  if (isSaving || settings.peek()?.enable_drafts_synchronization === false) return
  isSaving = true
  try {
    const locks = navigator.locks as LockManager | undefined
    // tabs share what is unsaved: two of them would save it twice
    if (locks) await locks.request('loquat drafts', saveAll)
    else await saveAll()
  } finally {
    isSaving = false
  }
}

async function saveAll(): Promise<void> {
  for (const name of unsaved.peek().keys()) {
    saving.add(name)
    try {
      for (let before: Unsaved | undefined; ; ) {
        const now = unsaved.peek().get(name)
        if (!now || now === before || now.saved === now.text) break
        before = now
        if (!(await save(name, now))) return
      }
    } finally {
      saving.delete(name)
    }
  }
}

/** False when the server cannot be reached. */
async function save(name: string, one: Unsaved): Promise<boolean> {
  const isGone = one.text.trim() === ''
  if (!isGone && [...one.text].length > (maxLength.peek() ?? 10_000)) return true
  if (isOthers(name, one)) {
    // both are kept: what was written here is a draft of its own from now on
    nameOfId.delete(one.id as number)
    const { id: _other, base: _theirs, ...rest } = one
    change(name, isGone ? undefined : rest)
    return true
  }
  try {
    sentTexts.set(name, [...(sentTexts.get(name) ?? []).slice(-9), one.text.trim()])
    if (isGone) {
      if (one.id !== undefined) await api.call(deleteDraft, { draft_id: one.id })
      if (unsaved.peek().get(name) === one) change(name, undefined)
      return true
    }
    if (one.id === undefined) {
      const { ids } = await api.call(createDrafts, { drafts: [asServer(one)] })
      const [id] = ids as [number]
      nameOfId.set(id, name)
      settle(name, one, { id })
    } else {
      await api.call(editDraft, { draft_id: one.id, draft: asServer(one) })
      settle(name, one, {})
    }
    return true
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.status >= 500 || [401, 429].includes(problem.status)) return false
    // gone on the server, sent or thrown away elsewhere: what was written here since then is a new one
    if (problem.status === 404) {
      if (isGone) change(name, undefined)
      else {
        const { id: _gone, ...rest } = unsaved.peek().get(name) ?? one
        change(name, rest)
      }
    }
    return true
  }
}

/** What was sent from here lately, by names of drafts: it comes back as events, sooner or later than the answers. */
const sentTexts = new Map<string, readonly string[]>()

/** Whether another device has changed the draft on the server since it was changed here. */
function isOthers(name: string, { id, text, base, saved }: Unsaved): boolean {
  const known = serverDraft(id)
  if (!known || base === undefined) return false
  const own = [base, text.trim(), saved?.trim(), ...(sentTexts.get(name) ?? [])]
  return !own.includes(known.content)
}

function settle(name: string, sent: Unsaved, more: { id?: number }): void {
  const now = unsaved.peek().get(name)
  if (now) change(name, { ...now, ...more, saved: sent.text, base: sent.text.trim() })
  forgetSaved()
}

const asServer = ({ target, text, at }: Unsaved) => {
  const conversation = conversationOfTarget(target)
  return {
    type: !conversation ? ('' as const) : target.kind === 'topic' ? ('stream' as const) : ('private' as const),
    to: conversation?.kind === 'topic' ? [conversation.channelId] : [...(conversation?.userIds ?? [])],
    topic: target.kind === 'topic' ? target.topic.trim() : '',
    content: text,
    timestamp: at,
  }
}

/** What the server has, and has told, is the server's. */
function forgetSaved(): void {
  const there = new Map((onServer.peek() ?? []).map((one) => [one.id, one]))
  for (const [name, { id, text, target, saved, at }] of unsaved.peek()) {
    if (id === undefined) {
      // it came to the server, and the answer was lost with the page that had sent it
      const key = targetKey(target)
      const same = [...there.values()].find((one) => one.content === text.trim() && targetKey(targetOf(one)) === key)
      if (!same || nameOfId.has(same.id) || saving.has(name)) continue
      nameOfId.set(same.id, name)
      change(name, undefined)
      continue
    }
    const known = there.get(id)
    if (!known) continue
    if (known.content === text.trim() || (saved === text && known.timestamp >= at)) change(name, undefined)
  }
}

let isTakenUp = false

/** To be called when one's id is known; does its work once: takes up what this browser had not saved when it was left or killed. */
export function takeUpDrafts(): void {
  if (isTakenUp) return
  isTakenUp = true
  read()
  addEventListener('storage', ({ key }) => {
    if (key?.startsWith(storageKey(''))) read()
  })
  effect(() => {
    onServer.value
    forgetSaved()
  })
  connection.subscribe((state) => {
    if (state === 'live' && unsaved.peek().size > 0) saveSoon(saveAfterMs)
  })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void saveDrafts())
}

function read(): void {
  const found = new Map<string, Unsaved>()
  try {
    const prefix = storageKey('')
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(prefix)) continue
      const kept = JSON.parse(localStorage.getItem(key) ?? '') as Unsaved
      found.set(key.slice(prefix.length), withoutConflict(kept))
    }
  } catch {
    // nothing is stored, or not by us
  }
  for (const [name, { id }] of found) if (id !== undefined) nameOfId.set(id, name)
  unsaved.value = found
}

/** Where the server has something newer, what was written here is a draft of its own: no words are lost. */
function withoutConflict(kept: Unsaved): Unsaved {
  const known = (onServer.peek() ?? []).find(({ id }) => id === kept.id)
  if (!known || kept.text.trim() === '' || known.timestamp <= kept.at || known.content === kept.text.trim()) return kept
  const { id: _other, ...rest } = kept
  return rest
}
