import { effect, signal } from '@preact/signals'
import { ownId } from './people.ts'

/**
 * A preference that the API doesn't store: kept in the browser, per account. It's read once the user's id is known, and
 * then follows other tabs.
 */
export function keptChoice<T>(name: string, read: (text: string | null) => T, write: (chosen: T) => string) {
  const key = () => `loquat ${name} ${ownId.peek()}`
  const chosen = signal(read(null))
  const look = () => {
    try {
      chosen.value = read(localStorage.getItem(key()))
    } catch {
      // storage is unavailable, or the value isn't ours
    }
  }
  effect(() => {
    if (ownId.value === undefined) return
    look()
    addEventListener('storage', (event) => event.key === key() && look())
  })
  const keep = (next: T) => {
    chosen.value = next
    try {
      localStorage.setItem(key(), write(next))
    } catch {
      // still applies while the page is open
    }
  }
  return [chosen, keep] as const
}

export const textsOf = (all: unknown): string[] =>
  Array.isArray(all) ? all.filter((one): one is string => typeof one === 'string') : []
