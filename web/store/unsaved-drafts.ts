import { signal } from '@preact/signals'
import { isTarget, type Target } from '../narrow/target.ts'
import { keepWords, wordsOf } from '../offline-cache/words.ts'
import { ownId } from './people.ts'
import { nameOfId, onServer } from './server-drafts.ts'

/** What the server has not yet: an empty text is a draft to be thrown away there. */
export interface Unsaved {
  readonly target: Target
  readonly text: string
  readonly at: number
  readonly id?: number
  /** What the server answered that it has. */
  readonly saved?: string
  /** What the server had when it was changed here first: anything else there was written by another device. */
  readonly base?: string
}

/** By the names of drafts. */
export const unsaved = signal<ReadonlyMap<string, Unsaved>>(new Map())

/** Whether all that this browser has kept was taken up. */
export const isTakenUp = signal(false)

const storageKey = (name: string): string => `loquat draft ${ownId.value} ${name}`
/** What is changed here is newer than whatever was kept of it. */
const changedHere = new Set<string>()

/** In this browser at once, whatever becomes of the page; undefined for what is no longer to be kept here. */
export function changeUnsaved(name: string, to: Unsaved | undefined): void {
  const next = new Map(unsaved.peek())
  if (to) next.set(name, to)
  else next.delete(name)
  unsaved.value = next
  changedHere.add(name)
  const text = to && JSON.stringify(to)
  // twice: local storage is what other tabs hear of, and its last minute is lost when the browser is killed
  void keepWords(storageKey(name), text)
  try {
    if (text === undefined) localStorage.removeItem(storageKey(name))
    else localStorage.setItem(storageKey(name), text)
  } catch {
    // a browser that stores nothing: what is written is still on the screen, and soon on the server
  }
}

/** Takes up what this browser has kept, and what its other tabs keep from then on. */
export function takeUpUnsaved(): void {
  read()
  void readWords().finally(() => (isTakenUp.value = true))
  addEventListener('storage', ({ key }) => {
    if (key?.startsWith(storageKey(''))) read()
  })
}

function read(): void {
  const found = new Map<string, Unsaved>()
  const prefix = storageKey('')
  for (const key of storedKeys()) {
    if (!key.startsWith(prefix)) continue
    const kept = parsed(localStorage.getItem(key) ?? '')
    if (kept) found.set(key.slice(prefix.length), withoutConflict(kept))
  }
  nameIds(found)
  unsaved.value = found
}

/** What local storage had not got yet when the browser was killed. */
async function readWords(): Promise<void> {
  const prefix = storageKey('')
  const late = new Map<string, Unsaved>()
  for (const [key, text] of await wordsOf(prefix)) {
    const name = key.slice(prefix.length)
    const [kept, known] = [parsed(text), unsaved.peek().get(name)]
    if (kept && !changedHere.has(name) && kept.at >= (known?.at ?? 0) && kept.text !== known?.text)
      late.set(name, withoutConflict(kept))
  }
  nameIds(late)
  for (const [name, kept] of late) changeUnsaved(name, kept)
}

function nameIds(found: ReadonlyMap<string, Unsaved>): void {
  for (const [name, { id }] of found) if (id !== undefined) nameOfId.set(id, name)
}

/** Undefined for what was not written by us: the others are there all the same. */
function parsed(text: string): Unsaved | undefined {
  try {
    const kept: unknown = JSON.parse(text)
    return isUnsaved(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

function isUnsaved(value: unknown): value is Unsaved {
  const { target, text, at, id, saved, base } = (value ?? {}) as Record<string, unknown>
  return (
    isTarget(target) &&
    typeof text === 'string' &&
    Number.isSafeInteger(at) &&
    (id === undefined || Number.isSafeInteger(id)) &&
    [saved, base].every((one) => one === undefined || typeof one === 'string')
  )
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    // a browser that stores nothing
    return []
  }
}

/** Where the server has something newer, what was written here is a draft of its own: no words are lost. */
function withoutConflict(kept: Unsaved): Unsaved {
  const known = (onServer.peek() ?? []).find(({ id }) => id === kept.id)
  if (!known || kept.text.trim() === '' || known.timestamp <= kept.at || known.content === kept.text.trim()) return kept
  const { id: _other, ...rest } = kept
  return rest
}
