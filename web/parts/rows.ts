import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { writesSign } from './written-keys.ts'

/** Selector for the focusable element of a row; `data-row` has the row's name. */
const target = '[data-target]'

/** True for headings that arrow keys skip because they are expanded. */
const isPassed = (row: HTMLElement): boolean => row.dataset.heading === 'unfolded'

const rowsOf = (root: Element): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[data-row]')]

export const rowNamed = (root: Element | null, name: string | undefined): HTMLElement | undefined =>
  root ? rowsOf(root).find(({ dataset }) => dataset.row === name) : undefined

export const rowWithFocus = (root: Element | null): string | undefined => {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')
  return row && root?.contains(row) ? row.dataset.row : undefined
}

export const firstTarget = (root: Element | null): HTMLElement | undefined =>
  root?.querySelector<HTMLElement>(`[data-row] ${target}`) ?? undefined

export function focusRow(row: HTMLElement | undefined): void {
  const field = row?.querySelector<HTMLElement>(target)
  field?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

/** The filter field for moving up from the list; null for keys that would type into it. */
export const fieldAbove = (key: string, field: RefObject<HTMLElement | null>): HTMLElement | null =>
  writesSign(key) ? null : field.current

/** Focuses the next or previous row, or the first; `above` before the first. Returns false if there's no row. */
export function stepRow(root: Element | null, by: 1 | -1, above?: HTMLElement | null): boolean {
  const rows = root ? rowsOf(root) : []
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = at < 0 ? rows : by > 0 ? rows.slice(at + 1) : rows.slice(0, at).reverse()
  const to = next.find((row) => !isPassed(row))
  if (to) focusRow(to)
  else if (at >= 0 && by < 0) above?.focus()
  return rows.length > 0
}

/** After the focused row is removed, focuses the row in its place. */
function passOn(root: Element | null, index: number): void {
  if (!root || (document.activeElement !== document.body && document.activeElement !== null)) return
  const rows = rowsOf(root)
  focusRow(rows.find((row) => Number(row.dataset.index) >= index && !isPassed(row)) ?? rows.at(-1))
}

/** Keeps the focus in a list while rows come and go; rows need `data-index`. `onRow` gets the focused row's name. */
export function useRowFocus(root: RefObject<HTMLElement | null>, onRow?: (name: string | undefined) => void) {
  const index = useRef<number | undefined>(undefined)
  useLayoutEffect(() => {
    if (index.current !== undefined) passOn(root.current, index.current)
  })
  return {
    onFocusCapture({ target }: FocusEvent) {
      const row = (target as HTMLElement).closest<HTMLElement>('[data-row]')
      index.current = row ? Number(row.dataset.index) : undefined
      if (row) onRow?.(row.dataset.row)
    },
    onBlurCapture({ target }: FocusEvent) {
      // don't pull back a user who left the list, but do if the row was removed
      setTimeout(() => {
        if ((target as HTMLElement).isConnected && document.activeElement === document.body) index.current = undefined
      })
    },
  }
}
