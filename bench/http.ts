import { createConnection, type Socket } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** One kept-alive connection that sends one request at a time, with little overhead of its own. */
export class Connection {
  readonly #socket: Socket
  readonly #head: string
  readonly #prefix: string
  #buffer: Buffer[] = []
  #size = 0
  #expected = -1
  #isChunked = false
  #bodyStart = 0
  #encoding: string | undefined
  /** Retry-After of the last response; 0 without one. */
  retryAfterSecs = 0
  #resolve: ((body: string) => void) | null = null
  #reject: ((error: Error) => void) | null = null

  private constructor(socket: Socket, head: string, prefix: string) {
    this.#socket = socket
    this.#head = head
    this.#prefix = prefix
    socket.setNoDelay(true)
    socket.on('data', (part) => this.#receive(part))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('connection closed')))
  }

  /** `encoding`: accepted encoding, `gzip` or `br`; none by default. */
  static open(port: number, host: string, email: string, apiKey: string, encoding?: string): Promise<Connection> {
    const authorization = Buffer.from(`${email}:${apiKey}`).toString('base64')
    const accepted = encoding ? `accept-encoding: ${encoding}\r\n` : ''
    const head = `host: ${host}\r\nauthorization: Basic ${authorization}\r\nuser-agent: ZulipTerminal/1.0\r\n${accepted}`
    return Connection.with(port, head, '/api/v1')
  }

  /** `head`: header lines of each request; `prefix`: beginning of each path. */
  static with(port: number, head: string, prefix: string): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = createConnection({ port, host: '127.0.0.1' })
      socket.once('error', reject)
      socket.once('connect', () => resolve(new Connection(socket, head, prefix)))
    })
  }

  get(path: string): Promise<string> {
    return this.#send(`GET ${this.#prefix}${path} HTTP/1.1\r\n${this.#head}\r\n`)
  }

  post(path: string, params: Record<string, unknown>): Promise<string> {
    return this.#form('POST', path, params)
  }

  patch(path: string, params: Record<string, unknown>): Promise<string> {
    return this.#form('PATCH', path, params)
  }

  delete(path: string, params: Record<string, unknown>): Promise<string> {
    return this.#form('DELETE', path, params)
  }

  #form(method: string, path: string, params: Record<string, unknown>): Promise<string> {
    const pairs = Object.entries(params).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
    return this.#sendBody(method, path, 'application/x-www-form-urlencoded', new URLSearchParams(pairs).toString())
  }

  json(method: 'POST' | 'PUT', path: string, fields: Record<string, unknown>): Promise<string> {
    return this.#sendBody(method, path, 'application/json', JSON.stringify(fields))
  }

  #sendBody(method: string, path: string, type: string, body: string): Promise<string> {
    const length = Buffer.byteLength(body)
    return this.#send(
      `${method} ${this.#prefix}${path} HTTP/1.1\r\n${this.#head}content-type: ${type}\r\ncontent-length: ${length}\r\n\r\n${body}`,
    )
  }

  /** Sends a request for a stream and passes on what arrives, chunk lengths included, until `end`. */
  stream(path: string, heard: (text: string) => void, end: AbortSignal): Promise<void> {
    const socket = this.#socket
    socket.removeAllListeners('data')
    socket.setEncoding('utf8')
    socket.on('data', heard)
    socket.write(`GET /api/v1${path} HTTP/1.1\r\n${this.#head}\r\n`)
    return new Promise((resolve) => {
      socket.once('close', () => resolve())
      end.addEventListener('abort', () => socket.destroy(), { once: true })
    })
  }

  /** The server closes idle connections. */
  get isOpen(): boolean {
    return !this.#socket.destroyed
  }

  close(): void {
    this.#socket.destroy()
  }

  #send(text: string): Promise<string> {
    if (this.#resolve) throw new Error('one request at a time')
    if (this.#socket.destroyed) throw new Error('connection closed')
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
      this.#socket.write(text)
    })
  }

  #receive(part: Buffer): void {
    this.#buffer.push(part)
    this.#size += part.length
    if (this.#expected < 0) {
      const all = this.#buffer.length === 1 ? part : Buffer.concat(this.#buffer)
      this.#buffer = [all]
      const end = all.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = all.toString('latin1', 0, end)
      const length = /content-length: (\d+)/i.exec(head)
      this.#isChunked = /transfer-encoding: chunked/i.test(head)
      if (!length && !this.#isChunked) {
        this.#fail(new Error(`no length in ${head}`))
        return
      }
      this.#encoding = /content-encoding: (\w+)/i.exec(head)?.[1]
      this.retryAfterSecs = Number(/retry-after: (\d+)/i.exec(head)?.[1] ?? 0)
      this.#bodyStart = end + 4
      this.#expected = this.#bodyStart + Number(length?.[1] ?? lastChunk.length)
    }
    if (this.#size < this.#expected) return
    // JSON has no line breaks like those of the last chunk
    if (this.#isChunked && !endsWith(this.#buffer, lastChunk)) return
    const all = Buffer.concat(this.#buffer)
    const sent = this.#isChunked
      ? withoutChunks(all.subarray(this.#bodyStart))
      : all.subarray(this.#bodyStart, this.#expected)
    const body = plain(sent, this.#encoding).toString()
    this.#buffer = []
    this.#size = 0
    this.#expected = -1
    const resolve = this.#resolve
    this.#resolve = null
    this.#reject = null
    resolve?.(body)
  }

  #fail(error: Error): void {
    const reject = this.#reject
    this.#resolve = null
    this.#reject = null
    reject?.(error)
  }
}

/** The fields of a reply; throws on an error. */
export function success(body: string): Record<string, unknown> {
  const fields = JSON.parse(body) as Record<string, unknown>
  if (fields.result !== 'success') throw new Error(body.slice(0, 300))
  return fields
}

const plain = (body: Buffer, encoding: string | undefined): Buffer =>
  encoding === 'gzip' ? gunzipSync(body) : encoding === 'br' ? brotliDecompressSync(body) : body

const lastChunk = Buffer.from('0\r\n\r\n')

function endsWith(parts: Buffer[], end: Buffer): boolean {
  const last = parts.at(-1) as Buffer
  return (last.length >= end.length ? last : Buffer.concat(parts)).subarray(-end.length).equals(end)
}

function withoutChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.toString('latin1', at, lineEnd), 16)
    if (size === 0) return Buffer.concat(chunks)
    chunks.push(body.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}
