/** Somebody asked for what cannot be done: nothing was tried. One line on standard error, exit code 2. */
export class UsageError extends Error {
  /** Whether the command's help would help. */
  readonly hint: boolean
  constructor(message: string, { hint = true } = {}) {
    super(message)
    this.hint = hint
  }
}

/** Something was tried and did not work. One line on standard error, exit code 1. */
export class FailedError extends Error {}
