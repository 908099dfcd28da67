export interface Order {
  readonly topic: string
  readonly text: string
  readonly payload?: unknown
}

export type Made = { readonly text: string } | { readonly problem: string }

export interface Templated {
  readonly topic: Made
  readonly text: Made
}
