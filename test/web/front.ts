import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A proxy between browsers and the server that can lead to one server, another, or none. */
export class Front {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #port: number | undefined

  private constructor() {
    this.#server = createServer((socket) => {
      if (this.#port === undefined) return socket.destroy()
      const behind = connect(this.#port, '127.0.0.1')
      for (const [one, other] of [
        [socket, behind],
        [behind, socket],
      ] as const) {
        this.#sockets.add(one)
        one.on('error', () => other.destroy())
        one.on('close', () => {
          this.#sockets.delete(one)
          other.destroy()
        })
        one.pipe(other)
      }
    })
  }

  static async open(): Promise<Front> {
    const front = new Front()
    await new Promise<void>((resolve) => front.#server.listen(0, '127.0.0.1', () => resolve()))
    return front
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  leadTo(server: { readonly port: number } | undefined): void {
    this.#port = server?.port
    for (const socket of this.#sockets) socket.destroy()
  }

  async close(): Promise<void> {
    this.leadTo(undefined)
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
