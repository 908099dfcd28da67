/**
 * The database cannot answer now, and can before long: a 503. Whether a commit under way took place is not known;
 * nothing else of its transaction has.
 */
export class DatabaseUnavailable extends Error {
  /** After how long it is worth asking again, in seconds. */
  readonly retryAfterSecs: number

  constructor(reason: string, { retryAfterSecs = 1, cause }: { retryAfterSecs?: number; cause?: unknown } = {}) {
    super(`The database is not available: ${reason}`, { cause })
    this.name = 'DatabaseUnavailable'
    this.retryAfterSecs = retryAfterSecs
  }
}
