import { signal } from '@preact/signals'
import { isTarget, type Target } from '../narrow/target.ts'
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

const storageKey = (name: string): string => `loquat draft ${ownId.value} ${name}`

/** In this browser at once, whatever becomes of the page; undefined for what is no longer to be kept here. */
export function changeUnsaved(name: string, to: Unsaved | undefined): void {
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

/** Takes up what this browser has kept, and what its other tabs keep from then on. */
export function takeUpUnsaved(): void {
  read()
  addEventListener('storage', ({ key }) => {
    if (key?.startsWith(storageKey(''))) read()
  })
}

function read(): void {
  const found = new Map<string, Unsaved>()
  const prefix = storageKey('')
  for (const key of storedKeys()) {
    if (!key.startsWith(prefix)) continue
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '')
      if (isUnsaved(kept)) found.set(key.slice(prefix.length), withoutConflict(kept))
    } catch {
      // not written by us: the others are there all the same
    }
  }
  for (const [name, { id }] of found) if (id !== undefined) nameOfId.set(id, name)
  unsaved.value = found
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
