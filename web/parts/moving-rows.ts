import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

const movingMs = 150
const isStill = matchMedia('(prefers-reduced-motion: reduce)')

type Key = number | string

/** Whether items that were there before are in another order now. */
function isReordered(before: readonly Key[], now: readonly Key[]): boolean {
  const places = new Map(before.map((key, at) => [key, at]))
  let last = -1
  for (const key of now) {
    const at = places.get(key)
    if (at === undefined) continue
    if (at < last) return true
    last = at
  }
  return false
}

/** Lets rows slide to their new places when the order of a list changes; its rows must have keys. */
export function useMovingRows(list: RefObject<HTMLElement | null>, keys: readonly Key[] | undefined): void {
  const last = useRef<readonly Key[]>([])
  const tops = useRef<ReadonlyMap<Element, number> | undefined>(undefined)
  // the page still has the old order while this renders
  if (keys && list.current && !isStill.matches && isReordered(last.current, keys))
    tops.current = new Map([...list.current.children].map((row) => [row, (row as HTMLElement).offsetTop]))
  last.current = keys ?? []
  useLayoutEffect(() => {
    const before = tops.current
    if (!before) return
    tops.current = undefined
    for (const row of list.current?.children ?? []) {
      const moved = (before.get(row) ?? 0) - (row as HTMLElement).offsetTop
      if (before.has(row) && moved !== 0)
        row.animate([{ translate: `0 ${moved}px` }, { translate: '0 0' }], { duration: movingMs, easing: 'ease-out' })
    }
  })
}
