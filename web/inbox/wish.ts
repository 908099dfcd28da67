import { keptChoice, textsOf } from '../store/kept-choice.ts'
import { type Filter, filters } from './rows.ts'

/** What somebody wants to see of the inbox. */
interface Wish {
  readonly filter: Filter
  readonly place: string | undefined
  readonly folded: ReadonlySet<string>
}

const maxFolded = 500

export const [wish, keepWish] = keptChoice<Wish>(
  'inbox',
  (text) => {
    const { filter, place, folded } = (JSON.parse(text ?? '{}') ?? {}) as Record<string, unknown>
    return {
      filter: filters.find((one) => one === filter) ?? 'heard',
      place: typeof place === 'string' ? place : undefined,
      folded: new Set(textsOf(folded)),
    }
  },
  ({ filter, place, folded }) => JSON.stringify({ filter, place, folded: [...folded].slice(-maxFolded) }),
)
