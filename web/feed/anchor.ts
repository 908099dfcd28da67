const isRow = (part: Element | undefined): boolean => (part as HTMLElement | undefined)?.dataset.id !== undefined

/** Browsers where a wheel animation can overwrite a scroll position: everything on Apple systems, and WebKitGTK. */
const animatesOver = navigator.vendor.startsWith('Apple')
const longestStep = 200
/** Maximum attempts to set a scroll position that the browser doesn't keep. */
const maxAttempts = 3
/** Constant within a frame. */
const now = () => document.timeline.currentTime

/** Keeps the row the reader looks at in place. Stores its offset within the content, so scrolling isn't drift. */
export class Anchor {
  readonly scroller: HTMLElement
  readonly content: HTMLElement
  #row: HTMLElement | undefined
  #offset = 0
  /** Scroll position and scrollable extent at that time. */
  #top = 0
  #extent = ''
  /** The last correction, with its frame, until it's certain that the browser kept it. */
  #correction: { to: number; by: number; frame: CSSNumberish | null } | undefined
  follows = false
  /** The row that the view was opened at. It's held until the reader scrolls, even when pictures load around it. */
  target: HTMLElement | null = null

  constructor(scroller: HTMLElement, content: HTMLElement) {
    this.scroller = scroller
    this.content = content
  }

  choose(): void {
    const top = this.scroller.scrollTop
    const all = this.content.children
    let at = this.#firstAt(top)
    while (at < all.length && !isRow(all[at])) at++
    // if none begins in the viewport, use the last one
    if (at === all.length) at = [...all].findLastIndex(isRow)
    // the first row loses its date line and sender when older messages arrive, which moves the text within it
    if (at === 0 && this.#beginsInView(all[1])) at = 1
    const target = this.target?.isConnected ? this.target : undefined
    const chosen = this.#written(top) ?? target ?? (all[at] as HTMLElement | undefined)
    this.#row = chosen
    this.#offset = chosen?.offsetTop ?? 0
    this.#top = top
    this.#extent = this.#measured()
  }

  /** The row with the focused text field, if it begins in the viewport. */
  #written(top: number): HTMLElement | undefined {
    const field = document.activeElement
    if (!(field instanceof HTMLTextAreaElement) || !this.content.contains(field)) return undefined
    const row = field.closest<HTMLElement>('[data-id]')
    return row && row.offsetTop >= top && this.#beginsInView(row) ? row : undefined
  }

  #beginsInView(part: Element | undefined): boolean {
    const { scrollTop, clientHeight } = this.scroller
    return isRow(part) && (part as HTMLElement).offsetTop < scrollTop + clientHeight
  }

  #firstAt(top: number): number {
    const all = this.content.children
    let [low, high] = [0, all.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((all[middle] as HTMLElement).offsetTop < top) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Number of rows at one end that are more than `screens` screens away from the viewport. */
  beyond(end: 'above' | 'below', screens: number): number {
    const { scrollTop, clientHeight } = this.scroller
    const all = [...this.content.children]
    const far =
      end === 'above'
        ? all.slice(0, Math.max(0, this.#firstAt(scrollTop - screens * clientHeight) - 1))
        : all.slice(this.#firstAt(scrollTop + (1 + screens) * clientHeight))
    return far.filter(isRow).length
  }

  #measured(): string {
    const { scrollHeight, clientHeight } = this.scroller
    return `${scrollHeight} ${clientHeight}`
  }

  /** Call first on every scroll, by the reader or by `hold`. */
  scrolled(): void {
    if (this.scroller.scrollTop !== this.#top) this.target = null
    this.hold()
  }

  /** Call whenever the content may have changed, before the browser paints. */
  hold(): void {
    this.#lookAgain()
    if (this.follows) {
      // don't pull back a reader who has just scrolled away from the end
      if (this.#extent !== this.#measured()) this.toEnd()
    } else if (this.#row?.isConnected) {
      const drift = this.#row.offsetTop - this.#offset
      if (drift !== 0) {
        const { scrollTop, scrollHeight, clientHeight } = this.scroller
        // the content is too short for the old position, so the browser has already scrolled back
        const wasCut = this.#top > scrollHeight - clientHeight
        this.#moveBy(drift, wasCut ? this.#top : scrollTop)
      }
    }
    this.choose()
  }

  /** Scrolls by `by` pixels. In WebKit, a step of the wheel animation can overwrite the position with its own. */
  #moveBy(by: number, from: number): void {
    const { scrollHeight, clientHeight } = this.scroller
    let start = from
    for (let tries = 0; tries < maxAttempts; tries++) {
      const to = Math.max(0, Math.min(start + by, scrollHeight - clientHeight))
      this.scroller.scrollTop = to
      if (animatesOver && Math.abs(by) > 2 * longestStep) this.#correction = { to, by, frame: now() }
      start = this.scroller.scrollTop
      // the browser may round to whole device pixels
      if (Math.abs(start - to) <= 1) return
    }
  }

  /** Until the next frame, the animation can still overwrite the position: set it again, from where it got to. */
  #lookAgain(): void {
    const made = this.#correction
    if (!made) return
    const { scrollTop } = this.scroller
    const isUndone = Math.abs(scrollTop - (made.to - made.by)) < Math.min(longestStep, Math.abs(scrollTop - made.to))
    if (isUndone) this.#moveBy(made.by, scrollTop)
    else if (made.frame !== now()) this.#correction = undefined
  }

  stayAt(row: HTMLElement): void {
    this.follows = false
    this.#correction = undefined
    this.#row = row
    this.#offset = row.offsetTop
    this.#top = this.scroller.scrollTop
  }

  holdField(): void {
    if (this.follows) this.choose()
    else this.hold()
  }

  /** Scrolls to the end, but keeps the target in the viewport. */
  toEnd(): void {
    const { target } = this
    this.scroller.scrollTop = target?.isConnected ? target.offsetTop : this.scroller.scrollHeight
  }

  followEnd(): void {
    this.follows = true
    this.target = null
    this.#extent = ''
  }

  get isAtEnd(): boolean {
    const { scrollTop, clientHeight, scrollHeight } = this.scroller
    return scrollHeight - scrollTop - clientHeight < 8
  }
}
