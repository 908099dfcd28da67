/** The main view, next to the sidebars. */
export const view = (): HTMLElement | null => document.getElementById('messages')

export interface Left {
  readonly top: number
  /** In a feed that wasn't at its end: the first message in the viewport, and its distance from the top edge. */
  readonly message?: { readonly id: number; readonly below: number }
  readonly focus?: string
}
