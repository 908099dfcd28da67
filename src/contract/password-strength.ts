/** Why a password is refused: it's easy to guess, or made of names that everyone knows. */
export type PasswordError = 'guessable' | 'names'

export interface PasswordStrength {
  readonly problem: PasswordError | undefined
  /** From 0, refused, to 3, strong. */
  readonly level: 0 | 1 | 2 | 3
}

/** The program that judges passwords, in browsers and in a thread of the server: `/static/password-strength.js`. */
export interface PasswordEstimator {
  /**
   * How strong a password is for its owner. `names` are the organization's and the person's names and addresses, in one text each;
   * `minGuesses` is `password_min_guesses` of register.
   */
  strengthOf(password: string, names: readonly string[], minGuesses: number): PasswordStrength
}
