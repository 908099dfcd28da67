import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AnswerHead, type Frame, FrameReader, type RequestHead, written } from './frames.ts'

/** Ping interval of each end, and the silence after which the other end is considered gone. */
const pingMs = 500
export const silenceMs = 1_500
/** Limit of the socket's write buffer, in bytes; past it, requests are declined. */
const maxQueuedBytes = 16 * 2 ** 20

export interface Request extends RequestHead {
  readonly body: Buffer
}

export interface Answer extends AnswerHead {
  readonly body: Buffer
}

/** An answer; `declined` if the request wasn't started; `unknown` if the other process was lost first. */
export type Outcome = Answer | 'declined' | 'unknown'

interface LinkOptions {
  readonly id: string
  /** Answers a request of the other process; undefined to decline it. */
  answer(request: Request): Promise<Answer | undefined>
  /** The other end has identified itself. */
  opened(link: Link): void
  /** The link takes no more requests: the other process is leaving, or gone. */
  ended(link: Link): void
}

export class Link {
  /** The ID of the process at the other end; empty until its hello. */
  peer = ''
  readonly #socket: Socket
  readonly #options: LinkOptions
  readonly #reader = new FrameReader()
  readonly #pings: NodeJS.Timeout
  readonly #handed = new Map<number, (outcome: Outcome) => void>()
  #number = 0
  #answering = 0
  #lastReceivedAt = performance.now()
  #lookedAt = performance.now()
  #isCorked = false
  #hasEnded = false
  #isLeft = false

  /** The socket must be connected and authenticated with the key. */
  constructor(socket: Socket, options: LinkOptions) {
    this.#socket = socket
    this.#options = options
    socket.setNoDelay(true)
    socket.on('data', (part) => this.#receive(part))
    socket.on('close', () => this.#lose())
    socket.on('error', () => this.close())
    this.#pings = setInterval(() => this.#look(), pingMs).unref()
    this.#say({ kind: 'hello', id: options.id })
  }

  get lastReceivedAt(): number {
    return this.#lastReceivedAt
  }

  /** Resolves with the outcome; never rejects. */
  hand({ body, ...head }: Request): Promise<Outcome> {
    if (this.#hasEnded || this.#socket.writableLength > maxQueuedBytes) return Promise.resolve('declined')
    return new Promise((resolve) => {
      const number = this.#number++ % 2 ** 32
      this.#handed.set(number, resolve)
      this.#say({ kind: 'request', number, head, body })
    })
  }

  /** Takes no more requests and closes when those in progress are answered. */
  async leave(): Promise<void> {
    this.#say({ kind: 'leaving' })
    while ((!this.#isLeft || this.#answering > 0 || this.#handed.size > 0) && !this.#socket.destroyed) await sleep(10)
    this.#socket.end()
    this.close()
  }

  close(): void {
    this.#socket.destroy()
    this.#lose()
  }

  #say(frame: Frame): void {
    if (this.#socket.destroyed) return
    // perf: what is said in one turn of the event loop goes together
    if (!this.#isCorked) {
      this.#isCorked = true
      this.#socket.cork()
      setImmediate(() => {
        this.#isCorked = false
        this.#socket.uncork()
      })
    }
    for (const piece of written(frame)) this.#socket.write(piece)
  }

  /** After a long suspension the others have reported our requests' outcomes as unknown: don't run later ones. */
  #wasAway(): boolean {
    const now = performance.now()
    const away = now - this.#lookedAt
    this.#lookedAt = now
    if (away < silenceMs) {
      // data from the other end may be waiting to be read
      if (away > 2 * pingMs) this.#lastReceivedAt = now
      return false
    }
    this.close()
    return true
  }

  #look(): void {
    if (this.#wasAway()) return
    if (performance.now() - this.#lastReceivedAt > silenceMs) this.close()
    else this.#say({ kind: 'ping' })
  }

  #receive(part: Buffer): void {
    if (performance.now() - this.#lookedAt > silenceMs && this.#wasAway()) return
    this.#lastReceivedAt = performance.now()
    try {
      for (const frame of this.#reader.read(part)) this.#hear(frame)
    } catch {
      this.close()
    }
  }

  #hear(frame: Frame): void {
    if (frame.kind === 'request') void this.#answer(frame.number, { ...frame.head, body: frame.body })
    else if (frame.kind === 'answer') this.#resolve(frame.number, { ...frame.head, body: frame.body })
    else if (frame.kind === 'declined') this.#resolve(frame.number, 'declined')
    else if (frame.kind === 'left') this.#isLeft = true
    else if (frame.kind === 'leaving') {
      this.#options.ended(this)
      this.#say({ kind: 'left' })
    } else if (frame.kind === 'hello') {
      this.peer = frame.id
      this.#options.opened(this)
    }
  }

  async #answer(number: number, request: Request): Promise<void> {
    this.#answering++
    try {
      const answer = await this.#options.answer(request)
      if (!answer) return this.#say({ kind: 'declined', number })
      const { body, ...head } = answer
      this.#say({ kind: 'answer', number, head, body })
    } catch {
      // the request was started, and its outcome is unknown
      this.close()
    } finally {
      this.#answering--
    }
  }

  #resolve(number: number, outcome: Outcome): void {
    this.#handed.get(number)?.(outcome)
    this.#handed.delete(number)
  }

  #lose(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    clearInterval(this.#pings)
    this.#options.ended(this)
    for (const resolve of this.#handed.values()) resolve('unknown')
    this.#handed.clear()
  }
}
