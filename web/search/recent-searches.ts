import type { Narrow } from '../narrow/narrow.ts'
import { narrowKey } from '../narrow/narrow.ts'
import { ownId } from '../store/people.ts'

const most = 10
const storageKey = () => `loquat recent searches ${ownId.value}`

const isNarrow = (value: unknown): value is Narrow => Array.isArray(value) && value.length > 0 && value.every(isTerm)

function isTerm(value: unknown): boolean {
  const { operator, operand } = (value ?? {}) as Record<string, unknown>
  const isOperand = ['string', 'number'].includes(typeof operand)
  return typeof operator === 'string' && (isOperand || (Array.isArray(operand) && operand.every(Number.isSafeInteger)))
}

export function recentSearches(): readonly Narrow[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isNarrow).slice(0, most) : []
  } catch {
    return []
  }
}

export function keepSearch(narrow: Narrow): void {
  const key = narrowKey(narrow)
  const others = recentSearches().filter((one) => narrowKey(one) !== key)
  try {
    localStorage.setItem(storageKey(), JSON.stringify([narrow, ...others].slice(0, most)))
  } catch {
    // storage is unavailable
  }
}
