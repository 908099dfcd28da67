import { signal } from '@preact/signals'
import { ownId } from './people.ts'

export type KeyTable = Readonly<Record<string, readonly string[]>>

interface Kept {
  readonly keys: KeyTable
  readonly withoutLetters: boolean
}

/** Few enough to fit side by side. */
export const maxKeysPerAction = 4
const longestKey = 30
const maxEntries = 200

/** Actions not listed have their default keys. The API doesn't store shortcuts, so they're kept in the browser. */
export const ownKeys = signal<KeyTable>({})
/** Whether keys that type characters are turned off, leaving only Ctrl combinations, arrows, and the like. */
export const withoutLetters = signal(false)

const storageKey = () => `loquat keys ${ownId.peek()}`

function take(text: string | null): void {
  const kept = text === null ? undefined : parseKeys(text)
  ownKeys.value = kept?.keys ?? {}
  withoutLetters.value = kept?.withoutLetters ?? false
}

/** Loads the stored shortcuts. Call once the user's id is known. */
export function takeOwnKeys(): void {
  try {
    take(localStorage.getItem(storageKey()))
  } catch {
    // storage is unavailable
  }
}

export const followOwnKeys = (): void =>
  addEventListener('storage', ({ key, newValue }) => key === storageKey() && take(newValue))

/** Undefined if it's not a table of keys; invalid entries are dropped. */
export function parseKeys(text: string): Kept | undefined {
  try {
    const value = JSON.parse(text) as { keys?: unknown; withoutLetters?: unknown } | null
    if (typeof value?.keys !== 'object' || value.keys === null) return undefined
    const keys = Object.entries(value.keys)
      .slice(0, maxEntries)
      .flatMap(([id, list]) => {
        if (!Array.isArray(list)) return []
        const known = list.filter((key) => typeof key === 'string' && key !== '' && key.length <= longestKey)
        return [[id, [...new Set(known as string[])].slice(0, maxKeysPerAction)] as const]
      })
    return { keys: Object.fromEntries(keys), withoutLetters: value.withoutLetters === true }
  } catch {
    return undefined
  }
}

export const keysAsText = (): string =>
  JSON.stringify({ keys: ownKeys.value, withoutLetters: withoutLetters.value }, null, 2)

export function keepKeys(keys: KeyTable, isWithoutLetters = withoutLetters.peek()): void {
  ownKeys.value = keys
  withoutLetters.value = isWithoutLetters
  try {
    if (Object.keys(keys).length === 0 && !isWithoutLetters) localStorage.removeItem(storageKey())
    else localStorage.setItem(storageKey(), keysAsText())
  } catch {
    // still apply while the page is open
  }
}
