import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AnswerHead, type Frame, FrameReader, type RequestHead, written } from './frames.ts'

/** How often each end says that it is alive, and after how long a silence the other one is taken to be gone. */
const pingMs = 500
export const silenceMs = 1_500
/** Of requests and answers that the other end has not taken yet: past it, nothing more is handed over. */
const maxQueuedBytes = 16 * 2 ** 20

export interface Request extends RequestHead {
  readonly body: Buffer
}

export interface Answer extends AnswerHead {
  readonly body: Buffer
}

/**
 * What became of a request that was to be handed over: answered; nothing was done with it; or the other process was lost
 * meanwhile, and nobody knows.
 */
export type Outcome = Answer | 'declined' | 'unknown'

interface LinkOptions {
  /** Of the process at this end. */
  readonly id: string
  /** Answers a request of the other process; undefined where this one takes none. */
  answer(request: Request): Promise<Answer | undefined>
  /** The other end has said who it is. */
  opened(link: Link): void
  /** No request goes this way any more: it is leaving, or gone. */
  ended(link: Link): void
}

/** A connection between two processes, by which each hands the other requests. */
export class Link {
  /** Of the process at the other end; empty until it has said so. */
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

  /** The socket is connected, and each end has shown that it knows the other's key. */
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

  /** When something came over it last. */
  get lastReceivedAt(): number {
    return this.#lastReceivedAt
  }

  /** Resolves with what became of it, and never rejects. */
  hand({ body, ...head }: Request): Promise<Outcome> {
    if (this.#hasEnded || this.#socket.writableLength > maxQueuedBytes) return Promise.resolve('declined')
    return new Promise((resolve) => {
      const number = this.#number++ % 2 ** 32
      this.#handed.set(number, resolve)
      this.#say({ kind: 'request', number, head, body })
    })
  }

  /** Takes no more requests and ends when those under way are answered. */
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

  /**
   * Whether this process was stopped for so long that others do its work: what they had asked of it, and what has
   * arrived since, they were told by then that nobody knows.
   */
  #wasAway(): boolean {
    const now = performance.now()
    const away = now - this.#lookedAt
    this.#lookedAt = now
    if (away < silenceMs) {
      // what the other end has said meanwhile waits to be read
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
      // something was begun, and nobody can say what came of it
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
