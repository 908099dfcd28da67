/** Temporary, so a 503. A commit in progress may or may not have happened. */
export class DatabaseUnavailable extends Error {
  /** Suggested delay before retrying, in seconds. */
  readonly retryAfterSecs: number

  constructor(reason: string, { retryAfterSecs = 1, cause }: { retryAfterSecs?: number; cause?: unknown } = {}) {
    super(`The database is not available: ${reason}`, { cause })
    this.name = 'DatabaseUnavailable'
    this.retryAfterSecs = retryAfterSecs
  }
}
