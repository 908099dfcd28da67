/**
 * A snapshot of the screen, stored in one transaction with the state it shows: the next start shows it before the
 * client runs.
 */
export interface KeptScreen {
  readonly build: string
  /** The URL's hash, and the window's width. */
  readonly hash: string
  readonly width: number
  /** The theme: the page's inline style, and its contrast setting. */
  readonly style: string
  readonly contrast: string
  readonly html: string
}

export const screenKey = 'screen'

/** A part's scroll position: in pixels, or `end`. */
export const scrolledAttribute = 'data-scrolled'
