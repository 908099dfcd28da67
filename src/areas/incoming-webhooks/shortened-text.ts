/** Four times what a message holds, for what markup takes; and some for each value, since many small ones add up. */
const most = 40_000
const perValue = 20
const shortest = 64
/** Blocks, their elements, the parts of these and their texts are eight levels. */
const deepest = 12

const halfPair = /[\ud800-\udbff]$/

interface Shortened {
  readonly payload: unknown
  /** Whether something was left out. */
  readonly isCut: boolean
}

/**
 * A payload with no more text than could be shown: what follows is left out before anything is converted, in the order
 * in which it came, so that what a conversion costs does not depend on what is sent.
 */
export function shortened(payload: unknown): Shortened {
  let left = most
  let isCut = false
  const cut = (value: unknown, depth: number): unknown => {
    left -= perValue
    if (typeof value === 'string') {
      // what says of what kind something is stays, wherever it stands
      const isShort = value.length <= shortest
      const kept = isShort || value.length <= left ? value : value.slice(0, Math.max(left, 0)).replace(halfPair, '')
      left -= kept.length
      if (kept !== value) isCut = true
      return kept
    }
    if (value === null || typeof value !== 'object') return value
    if (depth === deepest) {
      isCut = true
      return undefined
    }
    if (!Array.isArray(value))
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cut(one, depth + 1)]))
    const kept: unknown[] = []
    for (const one of value) {
      if (left <= 0) {
        isCut = true
        break
      }
      kept.push(cut(one, depth + 1))
    }
    return kept
  }
  return { payload: cut(payload, 0), isCut }
}
