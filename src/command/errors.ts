/** Invalid usage; nothing was attempted. One line on standard error, exit code 2. */
export class UsageError extends Error {
  /** Whether to mention `--help`. */
  readonly hint: boolean
  constructor(message: string, { hint = true } = {}) {
    super(message)
    this.hint = hint
  }
}

/** An operation failed. One line on standard error, exit code 1. */
export class FailedError extends Error {}

/** Exit codes of sysexits.h for mail servers that pipe messages to us. */
export const pipeCodes = { badData: 65, noUser: 67, notNow: 75, notPermitted: 77 } as const

/** A mail was rejected: one line on standard error, which the sender may see, and one of {@link pipeCodes}. */
export class PipeError extends Error {
  readonly exitCode: number
  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}
