/** Something that a typeahead offers. */
export interface Choice {
  readonly key: string
  readonly label: string
  /** Said more softly beside the label. */
  readonly detail?: string
  /** What stands before the label: somebody's picture, a channel's sign, an emoji. */
  readonly mark?:
    | { readonly person: number }
    | { readonly channel: number }
    | { readonly sign: string }
    | { readonly picture: string }
  /** Is done instead of putting a text in. */
  readonly run?: (field: HTMLTextAreaElement) => void
  /** Takes the place of what was typed. */
  readonly insert: string
  /** What of it is selected then, counted from its beginning; the caret stands behind it otherwise. */
  readonly select?: readonly [number, number]
  /** Another key that takes it, with another text: `>` after a channel leads to its topics. */
  readonly also?: { readonly key: string; readonly insert: string }
}
