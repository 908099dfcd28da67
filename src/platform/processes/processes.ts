import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type TLSSocket } from 'node:tls'
import { type Answer, Link, type Outcome, type Request } from './link.ts'

/** The data that a process publishes on the shared database so that others connect to it. */
export interface Introduction {
  readonly id: string
  /** Only processes of the same version hand each other requests. */
  readonly version: string
  /** Absent if it can't be connected to; it connects to others instead. */
  readonly at?: { readonly host: string; readonly port: number; readonly key: string } | undefined
}

interface ProcessesOptions {
  readonly version: string
  readonly host: string
  readonly port: number
  introduce(introduction: Introduction): void
  answer(request: Request): Promise<Answer>
  /** Listening failed, so others can't connect. */
  unreachable(error: Error): void
}

const keyBytes = 32
/** Lets new or disconnected processes connect. perf: all hear it, so it is less often once all are connected. */
const introduceMs = { usually: 2_000, settled: 4_000, settledAfter: 10_000 }
const forgottenMs = 10 * introduceMs.usually
const connectMs = 1_000
/** A process declines requests for this long after answering 503. */
const declineMs = 1_000
/** Maximum wait for pending requests when leaving. */
const leaveMs = 10_000
/** Both ends prove that they know the key, and each connection is encrypted with its own keys. */
const secrecy = { ciphers: 'ECDHE-PSK-CHACHA20-POLY1305', minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const

/** Whether to introduce it again, by milliseconds since the last introduction and since a process joined or left. */
export const isIntroductionDue = (others: number, sinceLast: number, sinceChange: number): boolean =>
  others === 0 || sinceChange < introduceMs.settledAfter || sinceLast >= introduceMs.settled

/**
 * The connected processes, and each organization's writer among them. If two processes disagree, it's only slower: the
 * database's lock keeps writes in order.
 */
export class Processes {
  readonly id = randomUUID()
  readonly handedOver = { answered: 0, declined: 0, unknown: 0 }
  readonly #options: ProcessesOptions
  readonly #key = randomBytes(keyBytes)
  readonly #links = new Map<string, Link[]>()
  readonly #dialing = new Set<string>()
  readonly #server
  readonly #introducing: NodeJS.Timeout
  readonly #writers = new Map<number, string>()
  readonly #introductions = new Map<string, number>()
  #introducedAt = 0
  #changedAt = performance.now()
  #declinesUntil = 0
  #at: Introduction['at']
  #leaving: Promise<void> | undefined

  private constructor(options: ProcessesOptions) {
    this.#options = options
    const pskCallback = (_socket: TLSSocket, identity: string) => (identity === this.id ? this.#key : null)
    this.#server = createServer({ ...secrecy, pskCallback, handshakeTimeout: connectMs })
    this.#server.on('secureConnection', (socket) => this.#link(socket))
    this.#server.on('error', options.unreachable)
    this.#introducing = setInterval(() => this.#introduceAgain(), introduceMs.usually).unref()
  }

  static async open(options: ProcessesOptions): Promise<Processes> {
    const processes = new Processes(options)
    await processes.#listen()
    processes.introduce()
    return processes
  }

  async #listen(): Promise<void> {
    const { host, port } = this.#options
    const server = this.#server
    const isListening = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen({ host, port }, () => resolve(true))
    })
    if (!isListening) return
    server.unref()
    const { port: chosen } = server.address() as AddressInfo
    this.#at = { host, port: chosen, key: this.#key.toString('base64') }
  }

  /** When each of the others was last noticed: by its introduction or by data on its connection. */
  get noticed(): ReadonlyMap<string, number> {
    const noticed = new Map(this.#introductions)
    for (const [id, links] of this.#links)
      noticed.set(id, Math.max(noticed.get(id) ?? 0, ...links.map(({ lastReceivedAt }) => lastReceivedAt)))
    return noticed
  }

  get isAlone(): boolean {
    return this.#links.size === 0 && this.#introductions.size === 0
  }

  get others(): number {
    return this.#links.size
  }

  introduce(): void {
    const { version, introduce } = this.#options
    for (const [id, at] of this.#introductions) if (performance.now() - at > forgottenMs) this.#introductions.delete(id)
    this.#introducedAt = performance.now()
    if (!this.#leaving) introduce({ id: this.id, version, at: this.#at })
  }

  #introduceAgain(): void {
    const now = performance.now()
    if (isIntroductionDue(this.others, now - this.#introducedAt, now - this.#changedAt)) this.introduce()
  }

  /** Handles another process's introduction: connects to it if needed. */
  met({ id, version, at }: Introduction): void {
    this.#note(id)
    const isKnown = id === this.id || this.#links.has(id) || this.#dialing.has(id)
    if (isKnown || !at || version !== this.#options.version || this.#leaving) return
    this.#dialing.add(id)
    const key = Buffer.from(at.key, 'base64')
    const socket = connect({
      ...secrecy,
      host: at.host,
      port: at.port,
      timeout: connectMs,
      checkServerIdentity: () => undefined,
      pskCallback: () => ({ psk: key, identity: id }),
    })
    socket.once('secureConnect', () => {
      socket.setTimeout(0)
      this.#link(socket)
    })
    socket.once('timeout', () => socket.destroy())
    // retried on its next introduction
    socket.on('error', () => {})
    socket.once('close', () => this.#dialing.delete(id))
  }

  #note(id: string): void {
    if (id !== this.id) this.#introductions.set(id, performance.now())
  }

  /** Whether this process is the organization's writer; otherwise a connected one is. */
  isWriterOf(orgId: number): boolean {
    return this.#links.size === 0 || this.#writerOf(orgId) === this.id
  }

  async hand(request: Request): Promise<Outcome> {
    const link = this.#links.get(this.#writerOf(request.orgId))?.[0]
    const outcome = link && !this.#leaving ? await link.hand(request) : 'declined'
    this.handedOver[typeof outcome === 'string' ? outcome : 'answered']++
    return outcome
  }

  leave(): Promise<void> {
    this.#leaving ??= this.#leave()
    return this.#leaving
  }

  async #leave(): Promise<void> {
    clearInterval(this.#introducing)
    this.#server.close()
    const links = [...this.#links.values()].flat()
    const patience = setTimeout(() => links.map((link) => link.close()), leaveMs)
    await Promise.all(links.map((link) => link.leave()))
    clearTimeout(patience)
  }

  #link(socket: TLSSocket): void {
    new Link(socket, {
      id: this.id,
      answer: (request) => this.#answer(request),
      opened: (link) => {
        if (this.#leaving) return link.close()
        this.#links.set(link.peer, [...(this.#links.get(link.peer) ?? []), link])
        this.#changed()
      },
      ended: (link) => {
        const left = this.#links.get(link.peer)?.filter((one) => one !== link) ?? []
        if (left.length > 0) this.#links.set(link.peer, left)
        else this.#links.delete(link.peer)
        this.#changed()
      },
    })
  }

  /** Undefined to decline: the process that received the request handles it. */
  async #answer(request: Request): Promise<Answer | undefined> {
    if (this.#leaving || performance.now() < this.#declinesUntil) return undefined
    const answer = await this.#options.answer(request)
    // its database may be unreachable while the others' isn't
    if (answer?.status === 503) this.#declinesUntil = performance.now() + declineMs
    return answer
  }

  #changed(): void {
    this.#writers.clear()
    this.#changedAt = performance.now()
  }

  /** Rendezvous hashing: all processes get the same result, and one that joins or leaves changes few writers. */
  #writerOf(orgId: number): string {
    const known = this.#writers.get(orgId)
    if (known !== undefined) return known
    const weight = (id: string) => createHash('sha256').update(`${orgId} ${id}`).digest('hex')
    const ids = [this.id, ...this.#links.keys()]
    const [writer = this.id] = ids.sort((a, b) => (weight(a) < weight(b) ? 1 : -1))
    this.#writers.set(orgId, writer)
    return writer
  }
}
