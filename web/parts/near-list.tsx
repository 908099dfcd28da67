import { useSignal } from '@preact/signals'
import { type ComponentChildren, Fragment } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useMovingRows } from './moving-rows.ts'
import { nearRows, runsOf } from './near-rows.ts'

/** Shorter lists are rendered completely. */
const few = 64

/** Position of a row, also for assistive technology, because most of the list isn't rendered. */
export interface RowPlace {
  readonly 'data-index': number
  readonly 'aria-setsize'?: number
  readonly 'aria-posinset'?: number
}

type Key = number | string

interface Props<T> {
  readonly items: readonly T[]
  /** Unique and stable. */
  readonly keyOf: (item: T) => Key
  /** Always rendered; it may be taller than the others. */
  readonly open?: Key | undefined
  /** Whether rows slide to their places when the order changes. */
  readonly moves?: boolean
  readonly row: (item: T, place: RowPlace) => ComponentChildren
}

/** A virtual list: rows near the viewport and the focused one, of equal height. Scrolls in the nearest `.scrolls`. */
export function NearList<T>({ items, keyOf, open, moves = false, row }: Props<T>) {
  const list = useRef<HTMLUListElement>(null)
  const near = useSignal({ from: 0, to: few })
  const focused = useSignal<Key | undefined>(undefined)
  const rowHeight = useRef<number | undefined>(undefined)
  const isLong = items.length > few
  useMovingRows(list, moves ? items.map(keyOf) : undefined)
  const openIndex = open === undefined ? -1 : items.findIndex((item) => keyOf(item) === open)

  useEffect(() => {
    const inner = list.current
    const scroller = inner?.closest<HTMLElement>('.scrolls')
    if (!inner || !scroller || !isLong) return
    const look = () => {
      const rows = [...inner.children] as HTMLElement[]
      const usual = rows.find(({ dataset }) => dataset.index !== undefined && dataset.index !== String(openIndex))
      // hidden elements have no size
      if (!usual || usual.offsetHeight === 0) return
      rowHeight.current = usual.offsetHeight
      const tall = rows.find(({ dataset }) => dataset.index === String(openIndex))
      const next = nearRows({
        count: items.length,
        top: scroller.getBoundingClientRect().top - inner.getBoundingClientRect().top,
        height: scroller.clientHeight,
        rowHeight: usual.offsetHeight,
        taller: new Map(tall ? [[openIndex, tall.offsetHeight - usual.offsetHeight]] : []),
      })
      if (next.from !== near.value.from || next.to !== near.value.to) near.value = next
    }
    look()
    scroller.addEventListener('scroll', look, { passive: true })
    const sizes = new ResizeObserver(look)
    sizes.observe(scroller)
    sizes.observe(inner)
    return () => {
      scroller.removeEventListener('scroll', look)
      sizes.disconnect()
    }
  }, [isLong, items.length, openIndex, list, near])

  const { from, to } = near.value
  const focusedIndex = focused.value === undefined ? -1 : items.findIndex((item) => keyOf(item) === focused.value)
  const runs = isLong
    ? runsOf(items.length, { from: Math.min(from, items.length), to: Math.min(to, items.length) }, [
        openIndex,
        focusedIndex,
      ])
    : [{ from: 0, to: items.length, isDrawn: true }]
  return (
    <ul
      ref={list}
      onFocusCapture={({ target }) => {
        const index = (target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index
        const item = index === undefined ? undefined : items[Number(index)]
        focused.value = item === undefined ? undefined : keyOf(item)
      }}
      onBlurCapture={() => (focused.value = undefined)}
    >
      {runs.map((run) =>
        run.isDrawn ? (
          items.slice(run.from, run.to).map((item, at) => (
            <Fragment key={keyOf(item)}>
              {row(item, {
                'data-index': run.from + at,
                ...(isLong && { 'aria-setsize': items.length, 'aria-posinset': run.from + at + 1 }),
              })}
            </Fragment>
          ))
        ) : (
          <li
            key={`gap ${run.from === 0 ? 'above' : run.to === items.length ? 'below' : run.from}`}
            aria-hidden="true"
            style={{
              blockSize: rowHeight.current
                ? `${(run.to - run.from) * rowHeight.current}px`
                : `calc(${run.to - run.from} * var(--row))`,
            }}
          />
        ),
      )}
    </ul>
  )
}
