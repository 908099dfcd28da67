import { ownId } from '../store/people.ts'

interface Use {
  readonly times: number
  readonly last: number
}

const most = 200
const dayMs = 86_400_000
const storageKey = () => `loquat went to ${ownId.value}`

const isUse = (value: unknown): value is [string, Use] =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  Number.isFinite(value[1]?.times) &&
  Number.isFinite(value[1]?.last)

/** Destinations used in this browser by key, newest first. */
export function uses(): ReadonlyMap<string, Use> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? '[]')
    return new Map(Array.isArray(kept) ? kept.filter(isUse).slice(0, most) : [])
  } catch {
    return new Map()
  }
}

export function keepUse(key: string): void {
  const before = new Map(uses())
  const times = (before.get(key)?.times ?? 0) + 1
  before.delete(key)
  try {
    const next = [[key, { times, last: Date.now() }], ...before].slice(0, most)
    localStorage.setItem(storageKey(), JSON.stringify(next))
  } catch {
    // no storage
  }
}

/** Usage from 0 to 1, by frequency and recency. */
export function weightOf(use: Use | undefined, now = Date.now()): number {
  if (!use) return 0
  const fresh = use.times / (1 + Math.max(0, now - use.last) / (7 * dayMs))
  return fresh / (1 + fresh)
}
