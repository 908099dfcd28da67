import type { PasswordStrength } from '#contract'

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
