const isRow = (part: Element | undefined): boolean => (part as HTMLElement | undefined)?.dataset.id !== undefined

/** Whether the wheel's animation can undo what was just set: all browsers on Apple's systems, and WebKitGTK. */
const animatesOver = navigator.vendor.startsWith('Apple')
/** Maximum distance of one animation step, in pixels. */
const longestStep = 200
/** How many times to set a scroll position that the browser doesn't keep. */
const maxAttempts = 3
/** The same for as long as a frame lasts. */
const now = () => document.timeline.currentTime

/**
 * Holds the place: the row that the eye is on stays where it is, whatever comes or goes above it. Remembered is how far
 * the row is from the beginning of the content, so that scrolling by hand never counts as drift.
 */
export class Anchor {
  readonly #scroller: HTMLElement
  readonly #content: HTMLElement
  #row: HTMLElement | undefined
  #offset = 0
  /** How far was scrolled then, and what there was to scroll. */
  #top = 0
  #extent = ''
  /** Where the last correction of the place led, by how much, and in which frame, until it is certain that it stays. */
  #correction: { to: number; by: number; frame: CSSNumberish | null } | undefined
  /** Stay at the end whatever comes. */
  follows = false
  /** The row that the view was opened at: held until the reader scrolls, even when pictures load above and below it. */
  target: HTMLElement | null = null

  constructor(scroller: HTMLElement, content: HTMLElement) {
    this.#scroller = scroller
    this.#content = content
  }

  /** Chooses the first row that begins inside the viewport. */
  choose(): void {
    const top = this.#scroller.scrollTop
    const all = this.#content.children
    let at = this.#firstAt(top)
    while (at < all.length && !isRow(all[at])) at++
    // where none begins in sight, the last one is what is seen
    if (at === all.length) at = [...all].findLastIndex(isRow)
    // the uppermost one loses what stands above a day and a sender's first message when older ones come, so that its
    // text moves within it
    if (at === 0 && this.#beginsInSight(all[1])) at = 1
    const target = this.target?.isConnected ? this.target : undefined
    const chosen = this.#written(top) ?? target ?? (all[at] as HTMLElement | undefined)
    this.#row = chosen
    this.#offset = chosen?.offsetTop ?? 0
    this.#top = top
    this.#extent = this.#measured()
  }

  /** The row with the field that is being written in, if it begins in sight. */
  #written(top: number): HTMLElement | undefined {
    const field = document.activeElement
    if (!(field instanceof HTMLTextAreaElement) || !this.#content.contains(field)) return undefined
    const row = field.closest<HTMLElement>('[data-id]')
    return row && row.offsetTop >= top && this.#beginsInSight(row) ? row : undefined
  }

  #beginsInSight(part: Element | undefined): boolean {
    const { scrollTop, clientHeight } = this.#scroller
    return isRow(part) && (part as HTMLElement).offsetTop < scrollTop + clientHeight
  }

  /** The first part of the content that begins there or below. */
  #firstAt(top: number): number {
    const all = this.#content.children
    let [low, high] = [0, all.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((all[middle] as HTMLElement).offsetTop < top) low = middle + 1
      else high = middle
    }
    return low
  }

  /** How many rows at one end are further than so many screens from what is seen. */
  beyond(end: 'above' | 'below', screens: number): number {
    const { scrollTop, clientHeight } = this.#scroller
    const all = [...this.#content.children]
    const far =
      end === 'above'
        ? all.slice(0, Math.max(0, this.#firstAt(scrollTop - screens * clientHeight) - 1))
        : all.slice(this.#firstAt(scrollTop + (1 + screens) * clientHeight))
    return far.filter(isRow).length
  }

  #measured(): string {
    const { scrollHeight, clientHeight } = this.#scroller
    return `${scrollHeight} ${clientHeight}`
  }

  /** To be called first when the view was scrolled, by the reader or by `hold`. */
  scrolled(): void {
    if (this.#scroller.scrollTop !== this.#top) this.target = null
    this.hold()
  }

  /** To be called whenever the content may have changed, before the browser paints. */
  hold(): void {
    this.#lookAgain()
    if (this.follows) {
      // who has just scrolled away from the end is not drawn back
      if (this.#extent !== this.#measured()) this.toEnd()
    } else if (this.#row?.isConnected) {
      const drift = this.#row.offsetTop - this.#offset
      if (drift !== 0) {
        const { scrollTop, scrollHeight, clientHeight } = this.#scroller
        // where so much has gone that nothing can be scrolled so far, the browser has scrolled back by itself
        const wasCut = this.#top > scrollHeight - clientHeight
        this.#moveBy(drift, wasCut ? this.#top : scrollTop)
      }
    }
    this.choose()
  }

  /**
   * Scrolls by so much from there. In WebKit a step of the wheel's animation can come in between: it puts its own place, a
   * little further on from the old one, over the one that was set.
   */
  #moveBy(by: number, from: number): void {
    const { scrollHeight, clientHeight } = this.#scroller
    let start = from
    for (let tries = 0; tries < maxAttempts; tries++) {
      const to = Math.max(0, Math.min(start + by, scrollHeight - clientHeight))
      this.#scroller.scrollTop = to
      if (animatesOver && Math.abs(by) > 2 * longestStep) this.#correction = { to, by, frame: now() }
      start = this.#scroller.scrollTop
      // what is set may be rounded to whole pixels of the screen
      if (Math.abs(start - to) <= 1) return
    }
  }

  /** The same can happen until the next frame: what was set is set again, from where the animation has led. */
  #lookAgain(): void {
    const made = this.#correction
    if (!made) return
    const { scrollTop } = this.#scroller
    const isUndone = Math.abs(scrollTop - (made.to - made.by)) < Math.min(longestStep, Math.abs(scrollTop - made.to))
    if (isUndone) this.#moveBy(made.by, scrollTop)
    else if (made.frame !== now()) this.#correction = undefined
  }

  /** This row is the one to hold for the next change, wherever it begins. */
  stayAt(row: HTMLElement): void {
    this.follows = false
    this.#correction = undefined
    this.#row = row
    this.#offset = row.offsetTop
    this.#top = this.#scroller.scrollTop
  }

  /** Keeps a newly focused field in place, even if the view was following the end. */
  holdField(): void {
    if (this.follows) this.choose()
    else this.hold()
  }

  /** As far as the target stays in sight. */
  toEnd(): void {
    const { target } = this
    this.#scroller.scrollTop = target?.isConnected ? target.offsetTop : this.#scroller.scrollHeight
  }

  /** Goes to the end when the content is next held, and stays there. */
  followEnd(): void {
    this.follows = true
    this.target = null
    this.#extent = ''
  }

  get isAtEnd(): boolean {
    const { scrollTop, clientHeight, scrollHeight } = this.#scroller
    return scrollHeight - scrollTop - clientHeight < 8
  }
}
