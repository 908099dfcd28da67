import type { RefObject } from 'preact'
import { isComposing } from '../parts/is-composing.ts'
import { fieldAbove, firstTarget, stepRow } from '../parts/rows.ts'
import { plainKey } from '../parts/written-keys.ts'
import { isTurnedOff } from './keys.ts'

/** Arrow keys (or `j`, `k`) move through rows, from the filter field and back; Enter in the field opens the first. */
export function listKeys(list: RefObject<HTMLElement | null>, field: RefObject<HTMLInputElement | null>) {
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return
    const key = plainKey(event)
    const target = event.target as HTMLElement
    const isWriting = target === field.current
    if (!isWriting && target.matches('input, select, textarea')) return
    if (!isWriting && isTurnedOff(key)) return
    if (take(key, isWriting)) event.preventDefault()
  }

  function take(key: string, isWriting: boolean): boolean {
    if (key === 'ArrowDown' || (key === 'j' && !isWriting)) return stepRow(list.current, 1)
    if (!isWriting) return (key === 'ArrowUp' || key === 'k') && stepRow(list.current, -1, fieldAbove(key, field))
    if (key === 'Enter') {
      const first = firstTarget(list.current)
      first?.click()
      return first !== undefined
    }
    if (key !== 'Escape' || !field.current || field.current.value === '') return false
    field.current.value = ''
    field.current.dispatchEvent(new Event('input', { bubbles: true }))
    return true
  }
}
