import { createServer, connect as dial, type Server, type Socket } from 'node:net'

interface Pair {
  readonly near: Socket
  readonly far: Socket
}

/** A proxy between Loquat and its database: a network that can fail as networks do. */
export class Network {
  readonly port: number
  #target: number
  #server: Server | undefined
  #isStalled = false
  /** Delay in each direction. */
  #delayMs = 0
  #pairs = new Set<Pair>()
  #waiting = new Set<Socket>()
  readonly #forgotten: Pair[] = []

  private constructor(port: number, target: number) {
    this.port = port
    this.#target = target
  }

  static async start(port: number, target: number): Promise<Network> {
    const network = new Network(port, target)
    await network.#listen()
    return network
  }

  /** Another server is at this address from now on; connections to the former one break. */
  async switchTo(target: number): Promise<void> {
    this.#target = target
    this.#breakAll()
  }

  async refuse(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    const closed = new Promise((resolve) => server?.close(resolve))
    this.#breakAll()
    if (server) await closed
  }

  async accept(): Promise<void> {
    await this.#listen()
  }

  /** Drops all traffic silently. */
  stall(): void {
    this.#isStalled = true
    for (const { near, far } of this.#pairs) {
      near.unpipe(far)
      far.unpipe(near)
      near.pause()
      far.pause()
    }
  }

  /** Delays new connections in each direction; existing ones break. */
  slow(delayMs: number): void {
    this.#delayMs = delayMs
    this.#breakAll()
  }

  /** Forwards again, including held traffic. */
  resume(): void {
    this.#isStalled = false
    for (const pair of this.#pairs) this.#join(pair)
    this.#admitWaiting()
  }

  /** New connections work; both ends of the old ones never receive anything again. */
  forget(): void {
    this.#isStalled = false
    this.#forgotten.push(...this.#pairs)
    this.#pairs.clear()
    this.#admitWaiting()
  }

  /** Forgotten connections that the database still holds open. */
  get forgottenButOpen(): number {
    return this.#forgotten.filter(({ far }) => !far.destroyed && far.readyState === 'open').length
  }

  async close(): Promise<void> {
    for (const { near, far } of this.#forgotten) {
      near.destroy()
      far.destroy()
    }
    await this.refuse()
  }

  #listen(): Promise<void> {
    const server = createServer((near) => {
      near.on('error', () => near.destroy())
      if (this.#isStalled) {
        near.pause()
        this.#waiting.add(near)
        near.on('close', () => this.#waiting.delete(near))
      } else this.#admit(near)
    })
    this.#server = server
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(this.port, '127.0.0.1', () => resolve())
    })
  }

  #admit(near: Socket): void {
    const far = dial(this.#target, '127.0.0.1')
    const pair = { near, far }
    this.#pairs.add(pair)
    const end = () => {
      near.destroy()
      far.destroy()
      this.#pairs.delete(pair)
    }
    for (const socket of [near, far]) {
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', end)
    }
    this.#join(pair)
  }

  #admitWaiting(): void {
    for (const near of this.#waiting) this.#admit(near)
    this.#waiting.clear()
  }

  #join({ near, far }: Pair): void {
    if (this.#delayMs === 0) {
      near.pipe(far)
      far.pipe(near)
      return
    }
    const delayMs = this.#delayMs
    const late = (from: Socket, to: Socket) =>
      from.on('data', (part) => void setTimeout(() => to.destroyed || to.write(part), delayMs))
    late(near, far)
    late(far, near)
  }

  #breakAll(): void {
    for (const { near, far } of this.#pairs) {
      near.resetAndDestroy()
      far.destroy()
    }
    for (const near of this.#waiting) near.destroy()
    this.#pairs.clear()
    this.#waiting.clear()
  }
}
