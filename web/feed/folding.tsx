import { useSignal } from '@preact/signals'
import { memo } from 'preact/compat'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { setContent } from '../content/content.ts'
import { t } from '../texts/index.ts'

/** Dispatched by a message before the reader expands or collapses it: the feed holds its position. */
export const unfolding = 'unfolding'

/** Dispatched by a message after its height changed by itself, before the paint. */
export const refolded = 'refolded'

const unfolded = new Set<number>()

const watched = new WeakMap<Element, (isCut: boolean) => void>()
const sizes = new ResizeObserver((entries) => {
  // read all sizes before changing any, to avoid repeated layout
  const cut = entries.map(({ target }) => [target, target.scrollHeight > target.clientHeight + 1] as const)
  for (const [target, isCut] of cut) watched.get(target)?.(isCut)
})

interface Props {
  readonly html: string
  readonly messageId: number
}

/** Message content. A message taller than most of the screen is cut off, with a button that shows the rest. */
export const FoldingContent = memo(({ html, messageId }: Props) => {
  const place = useRef<HTMLDivElement>(null)
  const isCut = useSignal(false)
  const isOpen = useSignal(unfolded.has(messageId))
  const id = `c${messageId}`

  useLayoutEffect(() => {
    if (place.current) setContent(place.current, html)
  }, [html])

  useEffect(() => {
    const { current } = place
    if (!current) return
    watched.set(current, (next) => {
      isCut.value = next
    })
    sizes.observe(current)
    return () => sizes.unobserve(current)
  }, [isCut])

  // the observer doesn't fire if new text has the same height
  useEffect(() => {
    const { current } = place
    if (!current) return
    sizes.unobserve(current)
    sizes.observe(current)
  }, [html])

  // changes made in one ResizeObserver reach an observer of the whole feed only in the next frame, so report them now
  const wasCut = useRef(false)
  useLayoutEffect(() => {
    if (wasCut.current === isCut.value) return
    wasCut.current = isCut.value
    place.current?.dispatchEvent(new Event(refolded, { bubbles: true }))
  }, [isCut.value])

  const toggle = () => {
    place.current?.dispatchEvent(new Event(unfolding, { bubbles: true }))
    if (isOpen.value) {
      unfolded.delete(messageId)
      requestAnimationFrame(() => place.current?.closest('article')?.scrollIntoView({ block: 'nearest' }))
    } else unfolded.add(messageId)
    isOpen.value = !isOpen.value
  }
  const classes = ['content', isOpen.value ? '' : 'folded', isCut.value ? 'long' : '']
  return (
    <>
      <div class={classes.filter(Boolean).join(' ')} id={id} ref={place} dir="auto" />
      {(isCut.value || isOpen.value) && (
        <button type="button" class="plain fold" aria-expanded={isOpen.value} aria-controls={id} onClick={toggle}>
          {isOpen.value ? t.showLess : t.showMore}
        </button>
      )}
    </>
  )
})
