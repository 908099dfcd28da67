import type { RefObject } from 'preact'

/** Marks what arrows lead through. */
export const row = { 'data-list-row': '' }
const rowsIn = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-list-row]') ?? []),
]

/** Arrows (or `j`, `k`) lead through the rows of a list, from its field into it and back; Enter in the field opens the first. */
export function listKeys(list: RefObject<HTMLElement | null>, field: RefObject<HTMLInputElement | null>) {
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const target = event.target as HTMLElement
    const isWriting = target === field.current
    if (!isWriting && target.matches('input, select, textarea')) return
    const isDown = event.key === 'ArrowDown' || (event.key === 'j' && !isWriting)
    const isUp = event.key === 'ArrowUp' || (event.key === 'k' && !isWriting)
    const rows = rowsIn(list.current)
    if (isDown || isUp) {
      const here = rows.findIndex((one) => one.closest('li')?.contains(target))
      const to = here + (isDown ? 1 : -1)
      if (to < 0 || (isUp && here < 0)) field.current?.focus()
      else rows[Math.min(rows.length - 1, to)]?.focus()
    } else if (event.key === 'Enter' && isWriting) rows[0]?.click()
    else if (event.key === 'Escape' && isWriting && field.current && field.current.value !== '') {
      field.current.value = ''
      field.current.dispatchEvent(new Event('input', { bubbles: true }))
    } else return
    event.preventDefault()
  }
}
