import { createServer, connect as dial, type Server, type Socket } from 'node:net'

/** The frontend messages that run a statement: a simple query, or the execution of a prepared one. */
const running = new Set(['Q', 'E'].map((type) => type.charCodeAt(0)))
const headerLength = 5
/** Of the startup message, which is the last one without a type. */
const protocolVersion = 196_608

/** A proxy between one Loquat process and PostgreSQL that can stop all of its connections before any statement. */
export class StatementProxy {
  readonly port: number
  readonly #target: number
  #server: Server | undefined
  readonly #sockets = new Set<Socket>()
  #remaining = Number.POSITIVE_INFINITY
  #isStopped = false
  #stopped: () => void = () => {}
  /** Statements that were passed on. */
  count = 0

  private constructor(port: number, target: number) {
    this.port = port
    this.#target = target
  }

  static async start(port: number, target: number): Promise<StatementProxy> {
    const proxy = new StatementProxy(port, target)
    const server = createServer((near) => proxy.#connect(near))
    proxy.#server = server
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return proxy
  }

  /** Passes on this many statements and then drops everything. Resolves when that happens. */
  stopAfter(statements: number): Promise<void> {
    this.#remaining = statements
    return new Promise((resolve) => {
      this.#stopped = resolve
    })
  }

  /** Doesn't wait for the statements given to `stopAfter`, unless it has already stopped. */
  hurry(): void {
    if (Number.isFinite(this.#remaining)) this.#stop()
  }

  /** Ends all connections, and passes on everything from now on. */
  reset(): void {
    this.#remaining = Number.POSITIVE_INFINITY
    this.#isStopped = false
    for (const socket of this.#sockets) socket.destroy()
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve))
    this.reset()
    await closed
  }

  #connect(near: Socket): void {
    const far = dial(this.#target, '127.0.0.1')
    const end = () => {
      near.destroy()
      far.destroy()
      this.#sockets.delete(near)
    }
    this.#sockets.add(near)
    for (const socket of [near, far]) {
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', end)
    }
    far.on('data', (part) => this.#isStopped || near.write(part))
    let pending = Buffer.alloc(0)
    let isStarting = true
    near.on('data', (part) => {
      pending = Buffer.concat([pending, part as Buffer])
      while (!this.#isStopped) {
        const typeLength = isStarting ? 0 : 1
        if (pending.length < headerLength) return
        const length = typeLength + pending.readInt32BE(typeLength)
        if (pending.length < length) return
        const isStatement = !isStarting && running.has(pending[0] as number)
        if (isStatement && !this.#passesOn()) return
        if (isStarting) isStarting = pending.readInt32BE(4) !== protocolVersion
        far.write(pending.subarray(0, length))
        pending = pending.subarray(length)
      }
    })
  }

  #stop(): void {
    this.#isStopped = true
    this.#stopped()
  }

  #passesOn(): boolean {
    if (this.#remaining <= 0) {
      this.#stop()
      return false
    }
    this.#remaining--
    this.count++
    return true
  }
}
