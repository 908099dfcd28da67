import { signal } from '@preact/signals'
import { ownId } from '../store/people.ts'
import { type Filter, filters } from './rows.ts'

/** What somebody wants to see of the inbox, kept in the browser. */
interface Wish {
  readonly filter: Filter
  readonly place: string | undefined
  readonly folded: ReadonlySet<string>
}

const mostFolded = 500
const storageKey = () => `loquat inbox ${ownId.peek()}`

const usual: Wish = { filter: 'heard', place: undefined, folded: new Set() }
export const wish = signal<Wish>(usual)
let isTaken = false

/** To be called once one's id is known. */
export function takeWish(): void {
  if (isTaken) return
  isTaken = true
  wish.value = kept()
}

export function keepWish(next: Wish): void {
  wish.value = next
  const { filter, place, folded } = next
  try {
    localStorage.setItem(storageKey(), JSON.stringify({ filter, place, folded: [...folded].slice(-mostFolded) }))
  } catch {
    // it counts while the page is open
  }
}

function kept(): Wish {
  try {
    const { filter, place, folded } = JSON.parse(localStorage.getItem(storageKey()) ?? '{}') as Record<string, unknown>
    return {
      filter: filters.find((one) => one === filter) ?? 'heard',
      place: typeof place === 'string' ? place : undefined,
      folded: new Set(Array.isArray(folded) ? folded.filter((one) => typeof one === 'string') : []),
    }
  } catch {
    return usual
  }
}
