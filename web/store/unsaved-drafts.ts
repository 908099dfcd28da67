import { signal } from '@preact/signals'
import { isTarget, type Target } from '../narrow/target.ts'
import { keepWords, wordsOf } from '../offline-cache/words.ts'
import { claimName } from './draft-names.ts'
import { ownId } from './people.ts'
import { onServer } from './server-drafts.ts'

/** A change not yet on the server; an empty text means the draft has to be deleted there. */
export interface Unsaved {
  readonly target: Target
  readonly text: string
  readonly at: number
  readonly id?: number
  /** The text that the server last confirmed. */
  readonly saved?: string
  /** The server's text when it was first changed here: any other text there was written by another device. */
  readonly base?: string
}

export const unsaved = signal<ReadonlyMap<string, Unsaved>>(new Map())

/** Whether all stored drafts were loaded. */
export const isTakenUp = signal(false)

const storageKey = (name: string): string => `loquat draft ${ownId.value} ${name}`
/** Drafts changed here, which are newer than anything stored. */
const changedHere = new Set<string>()

/** Stores the change in this browser at once; undefined removes it. */
export function changeUnsaved(name: string, to: Unsaved | undefined): void {
  const next = new Map(unsaved.peek())
  if (to) next.set(name, to)
  else next.delete(name)
  unsaved.value = next
  changedHere.add(name)
  const text = to && JSON.stringify(to)
  // twice: local storage notifies other tabs, but loses its last minute when the browser is killed
  void keepWords(storageKey(name), text)
  try {
    if (text === undefined) localStorage.removeItem(storageKey(name))
    else localStorage.setItem(storageKey(name), text)
  } catch {
    // storage is unavailable: the text is still on screen, and soon on the server
  }
}

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

/** Loads what local storage had not persisted when the browser was killed. */
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
  for (const [name, { id }] of found) claimName(name, id)
}

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
    // storage is unavailable
    return []
  }
}

/** If the server has a newer text, the local one becomes a separate draft, so that nothing is lost. */
function withoutConflict(kept: Unsaved): Unsaved {
  const known = (onServer.peek() ?? []).find(({ id }) => id === kept.id)
  if (!known || kept.text.trim() === '' || known.timestamp <= kept.at || known.content === kept.text.trim()) return kept
  const { id: _other, ...rest } = kept
  return rest
}
