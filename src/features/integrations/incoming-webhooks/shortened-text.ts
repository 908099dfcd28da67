/** Four times a message's length, to leave room for markup; each value counts extra, because many small ones add up. */
const most = 40_000
const perValue = 20
const shortest = 64
/** Blocks, elements, their parts, and their texts are eight levels. */
const deepest = 12

const halfPair = /[\ud800-\udbff]$/

interface Shortened {
  readonly payload: unknown
  readonly isCut: boolean
}

/**
 * Limits a payload's text before conversion, in the order of the payload, so that conversion costs don't depend on the
 * sender.
 */
export function shortened(payload: unknown): Shortened {
  let left = most
  let isCut = false
  const cut = (value: unknown, depth: number): unknown => {
    left -= perValue
    if (typeof value === 'string') {
      // short values are always kept: they include types
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
