import { turn } from '../../client/turn.ts'
import { nameOrder } from '../texts/locale.ts'

interface Named {
  readonly user_id: number
  readonly full_name: string
}

const compare = (a: Named, b: Named): number => nameOrder.compare(a.full_name, b.full_name) || a.user_id - b.user_id
/** More new people than this are sorted separately, and the two lists merged. */
const maxInserted = 50
/** Sorting more new people than this takes longer than a frame: use {@link sortInTurns}. */
export const longSort = 3_000
const pieceLength = 1_000

/**
 * People by name. `before` is the previous result: people whose name is unchanged keep their place, as comparing ten
 * thousand names takes several frames. Returns the same list if no name was added, removed, or changed.
 */
export function inNameOrder(all: Iterable<Named>, before: readonly Named[]): readonly Named[] {
  const now = new Map([...all].map((one) => [one.user_id, one]))
  const isKnown = new Set<number>()
  const kept = before.filter(({ user_id, full_name }) => {
    const isSame = now.get(user_id)?.full_name === full_name
    if (isSame) isKnown.add(user_id)
    return isSame
  })
  const others = [...now.values()].filter(({ user_id }) => !isKnown.has(user_id))
  if (others.length === 0) return kept.length === before.length ? before : kept
  if (others.length > maxInserted) return joined(kept, others.sort(compare))
  for (const one of others) kept.splice(placeOf(one, kept), 0, one)
  return kept
}

function joined(a: readonly Named[], b: readonly Named[]): Named[] {
  const all: Named[] = []
  let [left, right] = [0, 0]
  while (left < a.length && right < b.length)
    all.push(compare(a[left] as Named, b[right] as Named) <= 0 ? (a[left++] as Named) : (b[right++] as Named))
  return all.concat(a.slice(left), b.slice(right))
}

/** Sorts many people by name in pieces, yielding in between. */
export async function sortInTurns(all: readonly Named[], pause = turn): Promise<readonly Named[]> {
  let runs: (readonly Named[])[] = []
  for (let at = 0; at < all.length; at += pieceLength) {
    runs.push(all.slice(at, at + pieceLength).sort(compare))
    await pause()
  }
  while (runs.length > 1) {
    const next: (readonly Named[])[] = []
    for (let at = 0; at < runs.length; at += 2) {
      next.push(joined(runs[at] as readonly Named[], runs[at + 1] ?? []))
      await pause()
    }
    runs = next
  }
  return runs[0] ?? []
}

function placeOf(one: Named, ordered: readonly Named[]): number {
  let [from, to] = [0, ordered.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (compare(ordered[middle] as Named, one) < 0) from = middle + 1
    else to = middle
  }
  return from
}
