import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from '#contract'

const fewBytes = 64 * 1024
const maxBytes = 64 * 2 ** 20
const waitSecs = 5
/** An event stream also holds the events of the text that it sends. */
const streamBytes = 4 * fewBytes

/** Limits unread answers: they stay in memory, so a client that requests much and reads nothing would fill it. */
export class Untaken {
  readonly #most: number
  readonly #bytes = new Map<string, number>()
  readonly #onConnections = new WeakMap<Socket, Set<() => void>>()

  constructor(most = maxBytes) {
    this.#most = most
  }

  check(queueKey: string): void {
    if ((this.#bytes.get(queueKey) ?? 0) > this.#most) throw tooMuchUntaken()
  }

  /**
   * Counts an answer until it's sent or lost, or the returned function is called. Throws if too much is unread: concurrent
   * requests may all pass `check`.
   */
  toSend(queueKey: string, bytes: number, response: ServerResponse): () => void {
    const { socket } = response.req
    if (bytes < fewBytes || response.destroyed || socket.destroyed) return () => {}
    this.check(queueKey)
    this.#bytes.set(queueKey, (this.#bytes.get(queueKey) ?? 0) + bytes)
    const onConnection = this.#onConnection(socket)
    const taken = () => {
      if (!onConnection.delete(taken)) return
      response.off('close', taken)
      const left = (this.#bytes.get(queueKey) ?? 0) - bytes
      if (left > 0) this.#bytes.set(queueKey, left)
      else this.#bytes.delete(queueKey)
    }
    onConnection.add(taken)
    response.once('close', taken)
    return taken
  }

  /** Passes on a stream's texts, and counts each until the next can be sent. */
  async *streamed(queueKey: string, texts: AsyncIterable<string>, response: ServerResponse): AsyncGenerator<string> {
    for await (const text of texts) {
      const taken = this.toSend(queueKey, Math.max(Buffer.byteLength(text), streamBytes), response)
      try {
        yield text
      } finally {
        taken()
      }
    }
  }

  /** A pipelined answer behind others gets no close event, so use the socket's. */
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
