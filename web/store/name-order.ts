interface Named {
  readonly user_id: number
  readonly full_name: string
}

const nameOrder = new Intl.Collator()
const compare = (a: Named, b: Named): number => nameOrder.compare(a.full_name, b.full_name) || a.user_id - b.user_id
/** With more that are new, all are sorted. */
const mostPutIn = 50

/**
 * People by name. `before` is what this answered last: whoever is called as then stays in place, as comparing ten thousand
 * names takes as long as several frames. The very same list where nobody came, went or got another name.
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
  if (others.length > mostPutIn) return [...now.values()].sort(compare)
  for (const one of others) kept.splice(placeOf(one, kept), 0, one)
  return kept
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
