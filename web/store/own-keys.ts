import { signal } from '@preact/signals'
import { ownId } from './people.ts'

/** Keys that somebody has given to what can be done, by what it is. */
export type KeyTable = Readonly<Record<string, readonly string[]>>

interface Kept {
  readonly keys: KeyTable
  readonly withoutLetters: boolean
}

/** More than one needs, and few enough to be shown beside each other. */
export const maxKeysPerAction = 4
const longestKey = 30
const maxEntries = 200

/** What is not in here has the keys that it begins with. The API has no place for it: it is kept in the browser. */
export const ownKeys = signal<KeyTable>({})
/** Whether keys that write a sign do nothing: only those with Ctrl, arrows and the like do. */
export const withoutLetters = signal(false)

const storageKey = () => `loquat keys ${ownId.peek()}`

function take(text: string | null): void {
  const kept = text === null ? undefined : parseKeys(text)
  ownKeys.value = kept?.keys ?? {}
  withoutLetters.value = kept?.withoutLetters ?? false
}

/** What was chosen before; to be called once one's id is known. */
export function takeOwnKeys(): void {
  try {
    take(localStorage.getItem(storageKey()))
  } catch {
    // a browser that stores nothing
  }
}

/** Takes over what is chosen in other tabs. */
export const followOwnKeys = (): void =>
  addEventListener('storage', ({ key, newValue }) => key === storageKey() && take(newValue))

/** Undefined for what is no such table; whatever else stands in it is left out. */
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
    // they count while the page is open
  }
}
