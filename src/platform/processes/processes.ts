import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type TLSSocket } from 'node:tls'
import { type Answer, Link, type Outcome, type Request } from './link.ts'

/** What a process says of itself on the database that all share, so that others connect to it. */
export interface Introduction {
  readonly id: string
  /** Only processes of one version hand each other requests. */
  readonly version: string
  /** Absent where nobody can connect to it: it connects to others. */
  readonly at?: { readonly host: string; readonly port: number; readonly key: string } | undefined
}

interface ProcessesOptions {
  readonly version: string
  /** Where this process listens for others. */
  readonly host: string
  readonly port: number
  /** Tells all other processes. */
  introduce(introduction: Introduction): void
  /** Answers a request that another process was asked. */
  answer(request: Request): Promise<Answer>
  /** Others cannot connect to it. */
  unreachable(error: Error): void
}

const keyBytes = 32
/**
 * How often a process introduces itself: whoever has not heard, or has lost the connection, connects then. perf: all hear it,
 * so it is less often where everybody has been connected for a while.
 */
const introduceMs = { usually: 2_000, settled: 4_000, settledAfter: 10_000 }
const forgottenMs = 10 * introduceMs.usually
const connectMs = 1_000
/** How long a process that cannot do what it is handed takes nothing more. */
const declineMs = 1_000
/** How long others wait at most for what this process still does for them. */
const leaveMs = 10_000
/** Both ends prove that they know the key, and what is said is encrypted under keys of this connection alone. */
const secrecy = { ciphers: 'ECDHE-PSK-CHACHA20-POLY1305', minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const

/** Whether it is time for the next introduction, in milliseconds since the last one and since a process came or went. */
export const isIntroductionDue = (others: number, sinceLast: number, sinceChange: number): boolean =>
  others === 0 || sinceChange < introduceMs.settledAfter || sinceLast >= introduceMs.settled

/**
 * The processes that serve the same organizations, as far as this one is connected to them, and which of them writes for an
 * organization. That is a matter of speed alone: where two disagree, the database keeps their writes in order.
 */
export class Processes {
  readonly id = randomUUID()
  /** What became of requests that were handed over. */
  readonly handedOver = { answered: 0, declined: 0, unknown: 0 }
  readonly #options: ProcessesOptions
  readonly #key = randomBytes(keyBytes)
  readonly #links = new Map<string, Link[]>()
  readonly #dialing = new Set<string>()
  readonly #server
  readonly #introducing: NodeJS.Timeout
  /** Kept until a process comes or goes. */
  readonly #writers = new Map<number, string>()
  /** When each of the others introduced itself last. */
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

  /** Listens for others, and tells them. */
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

  /** When each of the others was noticed last: by its introduction, or by what has come over its connection. */
  get noticed(): ReadonlyMap<string, number> {
    const noticed = new Map(this.#introductions)
    for (const [id, links] of this.#links)
      noticed.set(id, Math.max(noticed.get(id) ?? 0, ...links.map(({ lastReceivedAt }) => lastReceivedAt)))
    return noticed
  }

  get isAlone(): boolean {
    return this.#links.size === 0 && this.#introductions.size === 0
  }

  /** How many others there are. */
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

  /** Another process has introduced itself. */
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
    // it introduces itself again
    socket.on('error', () => {})
    socket.once('close', () => this.#dialing.delete(id))
  }

  #note(id: string): void {
    if (id !== this.id) this.#introductions.set(id, performance.now())
  }

  /** Whether this process is to write for an organization; another one that it is connected to is, else. */
  isWriterOf(orgId: number): boolean {
    return this.#links.size === 0 || this.#writerOf(orgId) === this.id
  }

  /** Hands a request to the organization's writer. */
  async hand(request: Request): Promise<Outcome> {
    const link = this.#links.get(this.#writerOf(request.orgId))?.[0]
    const outcome = link && !this.#leaving ? await link.hand(request) : 'declined'
    this.handedOver[typeof outcome === 'string' ? outcome : 'answered']++
    return outcome
  }

  /** Hands nothing over any more, and ends when what others have asked is answered. */
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

  /** Undefined where it is to be done by whoever was asked. */
  async #answer(request: Request): Promise<Answer | undefined> {
    if (this.#leaving || performance.now() < this.#declinesUntil) return undefined
    const answer = await this.#options.answer(request)
    // its database may be away while that of others is not
    if (answer?.status === 503) this.#declinesUntil = performance.now() + declineMs
    return answer
  }

  #changed(): void {
    this.#writers.clear()
    this.#changedAt = performance.now()
  }

  /** Rendezvous hashing: each process comes to the same answer, and one that comes or goes changes few of them. */
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
