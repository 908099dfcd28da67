/** The candidate that a mistyped word most likely stands for, if any is close enough. */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  let found: string | undefined
  let least = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const one of candidates) {
    const distance = distanceOf(word.toLowerCase(), one.toLowerCase())
    if (distance < least) [found, least] = [one, distance]
  }
  return found
}

/** `; did you mean X?`, or nothing. */
export function suggestion(word: string, candidates: Iterable<string>, before = ''): string {
  const found = closest(word, candidates)
  return found === undefined ? '' : `; did you mean ${before}${found}?`
}

/** Insertions, deletions, replacements, and swaps of neighbors (optimal string alignment). */
function distanceOf(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      let least = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
      )
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwap) least = Math.min(least, (before[column - 2] as number) + 1)
      current.push(least)
    }
    ;[before, last] = [last, current]
  }
  return last[b.length] as number
}
