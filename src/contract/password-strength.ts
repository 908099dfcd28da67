/** Why a password is refused: it's easy to guess, or made of well-known names. */
export type PasswordError = 'guessable' | 'names'

export interface PasswordStrength {
  readonly problem: PasswordError | undefined
  /** From 0 (refused) to 3 (strong). */
  readonly level: 0 | 1 | 2 | 3
}

/** The script that estimates passwords in browsers and in a server thread: `/static/password-strength.js`. */
export interface PasswordEstimator {
  /**
   * `names` are names and email addresses of the organization and the user, each in one text; `minGuesses` is
   * `password_min_guesses` of register.
   */
  strengthOf(password: string, names: readonly string[], minGuesses: number): PasswordStrength
}
