import { useSignal } from '@preact/signals'
import { memo } from 'preact/compat'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { setContent } from '../content/content.ts'
import { t } from '../texts/index.ts'

/** Sent by a message before it becomes longer or shorter at one's wish: it is the one to hold in its place. */
export const unfolding = 'unfolding'

/** Sent by a message that has become longer or shorter by itself, before that is painted. */
export const refolded = 'refolded'

/** Messages that somebody has unfolded: they stay so while the page is open. */
const unfolded = new Set<number>()

const watched = new WeakMap<Element, (isCut: boolean) => void>()
const sizes = new ResizeObserver((entries) => {
  // all are read before any is changed, so that the page is laid out once
  const cut = entries.map(({ target }) => [target, target.scrollHeight > target.clientHeight + 1] as const)
  for (const [target, isCut] of cut) watched.get(target)?.(isCut)
})

interface Props {
  readonly html: string
  readonly messageId: number
}

/** What a message says. What is longer than most of a screen is cut, with a button that shows the rest. */
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

  // the same height of the box says nothing of a new text in it
  useEffect(() => {
    const { current } = place
    if (!current) return
    sizes.unobserve(current)
    sizes.observe(current)
  }, [html])

  // an observer of the whole feed is not told of what an observer of one of its parts changes, until the next frame
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
