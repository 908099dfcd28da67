import type { PasswordStrength } from '#contract'

/** What the thread is asked; see `PasswordEstimator`. */
export interface Question {
  readonly id: number
  readonly password: string
  readonly names: readonly string[]
  readonly minGuesses: number
}

export interface Reply {
  readonly id: number
  readonly strength: PasswordStrength
}
