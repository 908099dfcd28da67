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

/** What a mail server is told that hands a mail over: exit codes of sysexits.h. */
export const pipeCodes = { badData: 65, noUser: 67, notNow: 75, notPermitted: 77 } as const

/** A mail was not taken: one line on standard error, which the sender may be shown, and one of {@link pipeCodes}. */
export class PipeError extends Error {
  readonly exitCode: number
  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}
