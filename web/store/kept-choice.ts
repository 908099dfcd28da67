import { effect, signal } from '@preact/signals'
import { ownId } from './people.ts'

/**
 * Something that somebody has chosen, for which the API has no place: the browser keeps it, for each account. It is known
 * as soon as one's id is, and follows other tabs from then on.
 */
export function keptChoice<T>(name: string, read: (text: string | null) => T, write: (chosen: T) => string) {
  const key = () => `loquat ${name} ${ownId.peek()}`
  const chosen = signal(read(null))
  const look = () => {
    try {
      chosen.value = read(localStorage.getItem(key()))
    } catch {
      // a browser that stores nothing, or what we have not written
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
      // it counts while the page is open
    }
  }
  return [chosen, keep] as const
}

/** The texts of a list that was kept, whatever else stands there. */
export const textsOf = (all: unknown): string[] =>
  Array.isArray(all) ? all.filter((one): one is string => typeof one === 'string') : []
