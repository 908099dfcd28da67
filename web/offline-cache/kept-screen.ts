/**
 * What was seen last, as it lies on disk in one transaction with the state that it shows: the next start shows it before it
 * runs the client.
 */
export interface KeptScreen {
  readonly build: string
  /** The address that it is of, and how wide it was. */
  readonly hash: string
  readonly width: number
  /** The look that was chosen: the style of the page, and how much contrast. */
  readonly style: string
  readonly contrast: string
  readonly html: string
}

/** Where it lies, in the store of the facts. */
export const screenKey = 'screen'

/** How far a part is scrolled stands at it: in pixels, or `end`. */
export const scrolledAttribute = 'data-scrolled'
