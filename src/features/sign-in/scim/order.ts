import type { Pace } from '#platform/fair-queues'

/** Sorted by precomputed keys; items without one come last. */
export async function sortedBy<T>(
  list: readonly T[],
  keyOf: (item: T) => string | undefined,
  isDescending: boolean,
  pace: Pace,
): Promise<T[]> {
  let runs: { key: string | undefined; item: T }[][] = []
  for (let at = 0; at < list.length; at += 1_000) {
    runs.push(
      list
        .slice(at, at + 1_000)
        .map((item) => ({ key: keyOf(item), item }))
        .sort((a, b) => order(a.key, b.key, isDescending)),
    )
    await pace.step()
  }
  while (runs.length > 1) {
    const merged: typeof runs = []
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], isDescending, pace))
    runs = merged
  }
  return (runs[0] ?? []).map(({ item }) => item)
}

function order(a: string | undefined, b: string | undefined, isDescending: boolean): number {
  if (a === b) return 0
  if (a === undefined) return 1
  if (b === undefined) return -1
  return a < b === isDescending ? 1 : -1
}

async function merge<R extends { key: string | undefined }>(
  left: readonly R[],
  right: readonly R[],
  isDescending: boolean,
  pace: Pace,
): Promise<R[]> {
  const all: R[] = []
  let [i, j] = [0, 0]
  while (i < left.length && j < right.length) {
    const [a, b] = [left[i] as R, right[j] as R]
    if (order(a.key, b.key, isDescending) <= 0) {
      all.push(a)
      i++
    } else {
      all.push(b)
      j++
    }
    if (all.length % 1_000 === 0) await pace.step()
  }
  return [...all, ...left.slice(i), ...right.slice(j)]
}
