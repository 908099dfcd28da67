import type { ServerResponse } from 'node:http'
import { ApiError } from '#contract'

/** Smaller answers are not worth counting. */
const fewBytes = 64 * 1024
/** Of answers that one person has asked for and not yet taken. */
const mostBytes = 64 * 2 ** 20
const waitSecs = 5

/**
 * Answers on their way: whoever asks for much and reads nothing of it would fill the memory, since an answer is kept until
 * its client has taken it, or has been silent for so long that the connection is ended.
 */
export class Untaken {
  readonly #most: number
  readonly #bytes = new Map<string, number>()

  constructor(most = mostBytes) {
    this.#most = most
  }

  /** Throws where too much is on its way already; `lane` says to whom. */
  check(lane: string): void {
    if ((this.#bytes.get(lane) ?? 0) > this.#most) throw tooMuchUntaken()
  }

  /** Counts an answer until it is taken, or its connection is gone. */
  sent(lane: string, bytes: number, response: ServerResponse): void {
    if (bytes < fewBytes || response.destroyed) return
    this.#bytes.set(lane, (this.#bytes.get(lane) ?? 0) + bytes)
    response.once('close', () => {
      const left = (this.#bytes.get(lane) ?? 0) - bytes
      if (left > 0) this.#bytes.set(lane, left)
      else this.#bytes.delete(lane)
    })
  }
}

const tooMuchUntaken = (): ApiError =>
  new ApiError(
    429,
    'RATE_LIMIT_HIT',
    'Take the answers to your other requests first',
    { 'retry-after': waitSecs },
    { 'Retry-After': String(waitSecs) },
  )
