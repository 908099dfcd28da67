/** The templates of a bot, and a payload; without one they are only checked. */
export interface Order {
  readonly topic: string
  readonly text: string
  readonly payload?: unknown
}

/** What became of a template. */
export type Made = { readonly text: string } | { readonly problem: string }

export interface Templated {
  readonly topic: Made
  readonly text: Made
}
