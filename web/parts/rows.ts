import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { writesSign } from './written-keys.ts'

/** Rows of a list that keys go through: each has its name in `data-row`, and one thing that takes the focus. */
const target = '[data-target]'

/** Arrows pass the heading of rows that are shown, which opens nothing. */
const isPassed = (row: HTMLElement): boolean => row.dataset.heading === 'unfolded'

const rowsOf = (root: Element): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[data-row]')]

/** The row of that name, where it is drawn. */
export const rowNamed = (root: Element | null, name: string | undefined): HTMLElement | undefined =>
  root ? rowsOf(root).find(({ dataset }) => dataset.row === name) : undefined

/** The name of the row with the focus. */
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

/** The field above a list, for the arrow that leads to it: a letter would be typed there with the next press. */
export const fieldAbove = (key: string, field: RefObject<HTMLElement | null>): HTMLElement | null =>
  writesSign(key) ? null : field.current

/**
 * To the next row, or the one before; to the first, where none has the focus. Beyond the first, `above` takes it. False
 * where there is no row.
 */
export function stepRow(root: Element | null, by: 1 | -1, above?: HTMLElement | null): boolean {
  const rows = root ? rowsOf(root) : []
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = at < 0 ? rows : by > 0 ? rows.slice(at + 1) : rows.slice(0, at).reverse()
  const to = next.find((row) => !isPassed(row))
  if (to) focusRow(to)
  else if (at >= 0 && by < 0) above?.focus()
  return rows.length > 0
}

/** Where the row that had the focus is gone, the one in its place gets it. */
function passOn(root: Element | null, index: number): void {
  if (!root || (document.activeElement !== document.body && document.activeElement !== null)) return
  const rows = rowsOf(root)
  focusRow(rows.find((row) => Number(row.dataset.index) >= index && !isPassed(row)) ?? rows.at(-1))
}

/** Keeps the focus in a list whose rows, of which each has its `data-index`, come and go; `onRow` hears which one has it. */
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
      // whoever leaves the list is not called back; one whose row is taken away has not left it
      setTimeout(() => {
        if ((target as HTMLElement).isConnected && document.activeElement === document.body) index.current = undefined
      })
    },
  }
}
