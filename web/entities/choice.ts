export interface Choice {
  readonly key: string
  readonly label: string
  readonly detail?: string
  /** Icon before the label: a user's picture, a channel's icon, or an emoji. */
  readonly mark?:
    | { readonly person: number }
    | { readonly channel: number }
    | { readonly sign: string }
    | { readonly picture: string }
  /** Runs instead of inserting text. */
  readonly run?: (field: HTMLTextAreaElement) => void
  readonly insert: string
  /** Range to select in the inserted text; by default the caret goes after it. */
  readonly select?: readonly [number, number]
  /** Another key that accepts it with different text: `>` after a channel starts its topics. */
  readonly also?: { readonly key: string; readonly insert: string }
}
