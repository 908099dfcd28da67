import { signal } from '@preact/signals'
import type { Anchor as OpenAt } from '../narrow/message-source.ts'
import type { Left } from '../navigation/left-view.ts'
import type { MessageList } from '../store/message-list.ts'
import { message } from '../store/messages.ts'
import { Anchor } from './anchor.ts'
import { refolded, unfolding } from './folding.tsx'
import { extended, isFilled, type Placement, placed, placedAtEnd, placedWhole, unplaced, wanted } from './placement.ts'

/** Rows more than this many screens away from the viewport can be removed. */
const screensKept = 3
/** Not a message ID: the feed goes back to the message at which it was last opened. */
const elsewhere = -1

const sizeOf = (id: number) => message(id)?.content.length ?? 0
const isRead = (id: number) => message(id)?.flags?.includes('read') ?? false

interface Drawn {
  readonly list: MessageList
  readonly placement: Placement
  readonly hasRows: boolean
  /** The position that the user came back to. */
  readonly back: Left['message']
}

/** A feed's scroll container: holds its position, and renders and fetches messages before the reader gets there. */
export class Viewport {
  /** Whether the end is more than half a screen below the viewport. */
  readonly isAwayFromEnd = signal(false)
  /** What the last render placed, and every change since then. */
  #placement = unplaced
  readonly #changes = signal(0)
  #list: MessageList | undefined
  #anchor: Anchor | undefined
  #scrolledTo: number | undefined
  #reaching: ReturnType<typeof setTimeout> | undefined
  #grewIn: CSSNumberish | null = null

  /** Call once the elements exist. Returns a function that stops listening. */
  attach(view: HTMLElement, content: HTMLElement): () => void {
    const anchor = new Anchor(view, content)
    this.#anchor = anchor
    const hold = () => {
      anchor.hold()
      this.#lookForEnd()
    }
    const sizes = new ResizeObserver(hold)
    sizes.observe(content)
    sizes.observe(view)
    const listening = new AbortController()
    const { signal } = listening
    const stay = ({ target }: Event) => {
      const row = (target as Element).closest<HTMLElement>('.row')
      if (row) anchor.stayAt(row)
    }
    view.addEventListener(unfolding, stay, { signal })
    view.addEventListener(refolded, hold, { signal })
    // keep a newly focused text field in place; the browser scrolls anything else into view
    const holdField = ({ target }: FocusEvent) => target instanceof HTMLTextAreaElement && anchor.holdField()
    view.addEventListener('focusin', holdField, { signal })
    // a printout can't scroll, so it gets every message that was fetched
    addEventListener('beforeprint', () => this.#change(placedWhole(this.#placement)), { signal })
    return () => {
      listening.abort()
      sizes.disconnect()
      clearTimeout(this.#reaching)
    }
  }

  /** Call in every render: it's rendered again after a change. */
  place(list: MessageList): Placement {
    this.#changes.value
    const { anchor: openedAt, ids, hasNewest } = list.shown.value
    const follows = this.#anchor?.follows ?? false
    return placed(this.#placement, {
      ...{ ids, openedAt, hasNewest, follows, sizeOf, isRead },
      scrolledTo: this.#scrolledTo,
    })
  }

  #change(placement: Placement): void {
    this.#placement = placement
    this.#changes.value++
  }

  /** Call after each render, before the browser paints. */
  drawn({ list, placement, hasRows, back }: Drawn): void {
    const anchor = this.#anchor
    if (!anchor) return
    this.#list = list
    if (isFilled(this.#placement, placement)) anchor.follows = list.shown.peek().hasNewest
    this.#placement = placement
    if (hasRows && placement.openedAt !== this.#scrolledTo) this.#scrollTo(anchor, placement.openedAt, back)
    else if (hasRows) anchor.hold()
    this.#lookForEnd()
    // no scroll events come at the edge, so render more in small steps that don't block typing and clicks
    clearTimeout(this.#reaching)
    this.#reaching = setTimeout(() => this.#reach())
  }

  #scrollTo(anchor: Anchor, id: number | undefined, back: Left['message']): void {
    this.#scrolledTo = id
    const { scroller, content } = anchor
    const hasNewest = this.#list?.shown.peek().hasNewest ?? false
    const row = content.querySelector<HTMLElement>(`[data-id="${id}"]`)
    const isBack = id === back?.id
    const isNewest = hasNewest && !isBack && id === this.#placement.ids.at(-1)
    anchor.target = isNewest ? null : row
    if (isNewest) anchor.toEnd()
    else if (row) scroller.scrollTop = row.offsetTop - (isBack && back ? back.below : scroller.clientHeight / 3)
    anchor.follows = anchor.isAtEnd && hasNewest
    anchor.choose()
    // for benchmarks: the first messages are in the view
    performance.mark('messages')
  }

  /** Call before the list is opened: following the same link again goes back to its message. */
  forget(id: OpenAt): void {
    if (this.#scrolledTo === id) this.#scrolledTo = elsewhere
  }

  scrolled(): void {
    const [anchor, { ids, window }] = [this.#anchor, this.#placement]
    if (!anchor || ids.length === 0) return
    // content that changed since the last frame isn't a scroll
    anchor.scrolled()
    anchor.follows = Boolean(this.#list?.shown.peek().hasNewest) && window.to === ids.length && anchor.isAtEnd
    if (!anchor.follows) anchor.choose()
    this.#lookForEnd()
    // one step per frame, however many scroll events it has; the next one is already queued
    if (this.#grewIn === null || this.#grewIn !== document.timeline.currentTime) this.#reach()
  }

  #lookForEnd(): void {
    const [anchor, list] = [this.#anchor, this.#list]
    if (!anchor || !list) return
    const { scrollHeight, scrollTop, clientHeight } = anchor.scroller
    const { ids, hasNewest } = list.shown.peek()
    const isFar = !hasNewest || scrollHeight - scrollTop > 1.5 * clientHeight
    this.isAwayFromEnd.value = ids.length > 0 && !anchor.follows && isFar
  }

  /** Renders and fetches ahead. */
  #reach(): void {
    const [anchor, list, placement] = [this.#anchor, this.#list, this.#placement]
    const { ids, window } = placement
    if (!anchor || !list || ids.length === 0) return
    const { scrollTop: above, clientHeight: height, scrollHeight } = anchor.scroller
    list.place = ids[window.from + Math.round(((window.to - window.from) * above) / Math.max(1, scrollHeight))]
    const { rows, older, newer } = wanted(placement, { above, height, below: scrollHeight - above - height })
    if (rows) {
      this.#grewIn = document.timeline.currentTime
      const spare = spareRows(anchor, rows === 'up' ? 'below' : 'above')
      this.#change(extended(placement, { direction: rows, spare, sizeOf }))
    }
    if (older) void list.older()
    if (newer) void list.newer()
  }

  /** Goes to the newest message and follows the end from then on. */
  async toNewest(list: MessageList): Promise<void> {
    await list.open('newest')
    this.#change(placedAtEnd(this.#placement, list.shown.peek().ids))
    this.#anchor?.followEnd()
  }
}

/** Number of rows that can be removed at one end: far from the viewport, and without the focus or a selection. */
function spareRows(anchor: Anchor, end: 'above' | 'below'): number {
  const { content } = anchor
  const marked = document.getSelection()
  const isInUse =
    content.contains(document.activeElement) || (marked && !marked.isCollapsed && content.contains(marked.anchorNode))
  return isInUse ? 0 : anchor.beyond(end, screensKept)
}
