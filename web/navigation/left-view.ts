/** What is shown beside the sidebars. */
export const view = (): HTMLElement | null => document.getElementById('messages')

/** How a view was left. */
export interface Left {
  /** How far it was scrolled. */
  readonly top: number
  /** In a feed that was not at its end: the first message that began in sight, and how far below the edge. */
  readonly message?: { readonly id: number; readonly below: number }
  /** What had the focus. */
  readonly focus?: string
}
