import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface WebRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

type Answer = (request: WebRequest, response: ServerResponse) => unknown

/** A real web server standing in for someone else's, which records its requests. */
export class WebServer {
  readonly requests: WebRequest[] = []
  /** Its response: JSON if a value is returned, else what the function has written itself. */
  answer: Answer
  readonly #server: Server
  #waiting: { count: number; resolve: () => void }[] = []

  private constructor(answer: Answer) {
    this.answer = answer
    this.#server = createServer(async (incoming, response) => {
      const body = Buffer.concat(await incoming.toArray()).toString('utf8')
      const request = { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, body }
      this.requests.push(request)
      this.#waiting = this.#waiting.filter(({ count, resolve }) => this.requests.length < count || resolve())
      const value = await this.answer(request, response)
      if (value === undefined) return
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(value))
    })
  }

  static async start(answer: Answer = () => ({}), host = '127.0.0.1'): Promise<WebServer> {
    const server = new WebServer(answer)
    await new Promise<void>((resolve) => server.#server.listen(0, host, () => resolve()))
    return server
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Resolves once that many requests have arrived in total. */
  async asked(count: number): Promise<void> {
    if (this.requests.length < count) await new Promise<void>((resolve) => this.#waiting.push({ count, resolve }))
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }
}
