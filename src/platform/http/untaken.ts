import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from '#contract'

/** Smaller answers are not worth counting. */
const fewBytes = 64 * 1024
/** Of answers that one person has asked for and not yet taken. */
const maxBytes = 64 * 2 ** 20
const waitSecs = 5

/**
 * Answers on their way: whoever asks for much and reads nothing of it would fill the memory, since an answer is kept until
 * its client has taken it, or has been silent for so long that the connection is ended.
 */
export class Untaken {
  readonly #most: number
  readonly #bytes = new Map<string, number>()
  /** What is to be counted no more when a connection is gone. */
  readonly #onConnections = new WeakMap<Socket, Set<() => void>>()

  constructor(most = maxBytes) {
    this.#most = most
  }

  /** Throws where too much is on its way already; `queueKey` says to whom. */
  check(queueKey: string): void {
    if ((this.#bytes.get(queueKey) ?? 0) > this.#most) throw tooMuchUntaken()
  }

  /**
   * Counts an answer until it is taken, or its connection is gone; throws where too much is on its way already: many may
   * have been asked for at the same time.
   */
  toSend(queueKey: string, bytes: number, response: ServerResponse): void {
    const { socket } = response.req
    if (bytes < fewBytes || response.destroyed || socket.destroyed) return
    this.check(queueKey)
    this.#bytes.set(queueKey, (this.#bytes.get(queueKey) ?? 0) + bytes)
    const onConnection = this.#onConnection(socket)
    const taken = () => {
      if (!onConnection.delete(taken)) return
      const left = (this.#bytes.get(queueKey) ?? 0) - bytes
      if (left > 0) this.#bytes.set(queueKey, left)
      else this.#bytes.delete(queueKey)
    }
    onConnection.add(taken)
    response.once('close', taken)
  }

  /** An answer that waits behind others hears nothing of the end of its connection. */
  #onConnection(socket: Socket): Set<() => void> {
    const known = this.#onConnections.get(socket)
    if (known) return known
    const answers = new Set<() => void>()
    this.#onConnections.set(socket, answers)
    socket.once('close', () => {
      for (const taken of answers) taken()
    })
    return answers
  }
}

const tooMuchUntaken = (): ApiError =>
  new ApiError(
    429,
    'RATE_LIMIT_HIT',
    'You have too many pending requests. Read their responses first',
    { 'retry-after': waitSecs },
    { 'Retry-After': String(waitSecs) },
  )
