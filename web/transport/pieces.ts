import { type UploadHandle, UploadRefused } from './upload.ts'

/** The protocol is tus 1.0.0; the other header says that this client's own script asks. */
const own = { 'tus-resumable': '1.0.0', 'x-loquat-web': '1' }
const endpoint = 'api/v1/tus/'
/** Small enough that little is sent twice; the server takes two thousand pieces of a file. */
const pieceBytes = 8 * 1024 * 1024
const mostPieces = 1_000
const waits = [0, 1, 2, 5, 10, 30].map((secs) => secs * 1000)

interface Options {
  /** Where an earlier attempt has begun; what it has sent is not sent again. */
  readonly address: string | undefined
  /** What the file is for, where that is no message. */
  readonly purpose?: 'import'
  /** Hears where the upload is, each time that it begins. */
  readonly begun: (address: string) => void
  /** How much has come to the server, from 0 to 1. */
  readonly progress: (done: number) => void
  /** Whether it waits for the server to be there again. */
  readonly waiting: (waits: boolean) => void
  /** Resolves after so many milliseconds, or sooner when the server can be reached again. */
  readonly patience: (ms: number, signal: AbortSignal) => Promise<void>
}

interface Reply {
  readonly status: number
  readonly offset: number
  readonly retryAfterMs: number
  readonly body: { readonly url?: string; readonly filename?: string; readonly msg?: string }
}

/**
 * Sends a file in pieces. When the connection breaks, or the server is away, it goes on where it was as soon as that is
 * over; only a refusal ends it, or its being cancelled.
 */
export function uploadInPieces(file: File, options: Options): UploadHandle {
  const ended = new AbortController()
  const upload = new Upload(file, options, ended.signal)
  return {
    done: upload.run(),
    cancel() {
      ended.abort(new DOMException('cancelled', 'AbortError'))
      upload.giveUp()
    },
  }
}

class Upload {
  readonly #file: File
  readonly #options: Options
  readonly #signal: AbortSignal
  #address: string | undefined
  /** Undefined when only the server knows how much it has. */
  #offset: number | undefined

  constructor(file: File, options: Options, signal: AbortSignal) {
    this.#file = file
    this.#options = options
    this.#signal = signal
    this.#address = options.address
  }

  async run(): Promise<{ url: string; filename: string }> {
    for (let failures = 0; ; ) {
      let reply: Reply | undefined
      const before = this.#offset
      try {
        reply = await this.#step()
      } catch {
        this.#signal.throwIfAborted()
        await this.#checkReadable()
      }
      this.#signal.throwIfAborted()
      if (reply?.body.url !== undefined)
        return { url: reply.body.url, filename: reply.body.filename ?? this.#file.name }
      if (reply && reply.status < 300) {
        if (this.#offset !== before) failures = 0
        this.#options.waiting(false)
        continue
      }
      this.#offset = undefined
      // the server has more or less than was thought, or nothing any more: it is asked, or asked anew
      if (reply?.status === 409) continue
      if (reply?.status === 404 && this.#address !== undefined) {
        this.#address = undefined
        continue
      }
      if (reply && reply.status < 500 && reply.status !== 429 && reply.status !== 401)
        throw new UploadRefused(reply.status, reply.body.msg ?? '')
      this.#options.waiting(true)
      const ms = Math.max(reply?.retryAfterMs ?? 0, waits[Math.min(failures++, waits.length - 1)] as number)
      await this.#options.patience(ms, this.#signal)
    }
  }

  /** The one request that comes next: begins, asks how far it is, or sends a piece. */
  async #step(): Promise<Reply> {
    if (this.#address === undefined) return this.#begin()
    if (this.#offset === undefined) {
      const reply = await this.#ask(this.#address, 'HEAD')
      if (reply.status < 300) this.#moveTo(reply.offset)
      return reply
    }
    const reply = await this.#send(this.#address, this.#offset)
    if (reply.status < 300) this.#moveTo(reply.offset)
    return reply
  }

  #moveTo(offset: number): void {
    this.#offset = offset
    this.#options.progress(offset / Math.max(1, this.#file.size))
  }

  async #begin(): Promise<Reply> {
    const { name, type, size } = this.#file
    const { purpose } = this.#options
    const { reply, location } = await this.#fetch(endpoint, 'POST', {
      'upload-length': `${size}`,
      'upload-metadata': `filename ${base64(name)}${type === '' ? '' : `,filetype ${base64(type)}`}${purpose ? `,purpose ${base64(purpose)}` : ''}`,
    })
    if (reply.status < 300 && location !== null) {
      this.#address = new URL(location, window.location.href).pathname
      this.#options.begun(this.#address)
      this.#moveTo(0)
    }
    return reply
  }

  async #ask(address: string, method: string): Promise<Reply> {
    return (await this.#fetch(address, method)).reply
  }

  async #fetch(address: string, method: string, headers: Record<string, string> = {}) {
    const answer = await fetch(address, {
      method,
      headers: { ...own, ...headers },
      credentials: 'same-origin',
      signal: this.#signal,
    })
    const body = method === 'HEAD' ? {} : ((await answer.json().catch(() => ({}))) as Reply['body'])
    return {
      reply: replyOf(answer.status, (name) => answer.headers.get(name), body),
      location: answer.headers.get('location'),
    }
  }

  /** `fetch` cannot tell how far a body has gone. */
  #send(address: string, offset: number): Promise<Reply> {
    const { size } = this.#file
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    this.#signal.addEventListener('abort', stop)
    return new Promise<Reply>((resolve, reject) => {
      request.open('PATCH', address)
      for (const [name, value] of Object.entries(own)) request.setRequestHeader(name, value)
      request.setRequestHeader('upload-offset', `${offset}`)
      request.setRequestHeader('content-type', 'application/offset+octet-stream')
      request.responseType = 'json'
      request.upload.onprogress = ({ loaded }) => this.#options.progress((offset + loaded) / Math.max(1, size))
      request.onload = () =>
        resolve(replyOf(request.status, (name) => request.getResponseHeader(name), request.response ?? {}))
      request.onerror = () => reject(new TypeError('the connection broke'))
      request.onabort = () => reject(this.#signal.reason)
      request.send(this.#file.slice(offset, offset + Math.max(pieceBytes, Math.ceil(size / mostPieces))))
    }).finally(() => this.#signal.removeEventListener('abort', stop))
  }

  /** A file that was changed or removed meanwhile fails like a broken connection, and will not come back. */
  async #checkReadable(): Promise<void> {
    try {
      await this.#file.slice(0, 1).arrayBuffer()
    } catch {
      throw new UploadRefused(0, '')
    }
  }

  giveUp(): void {
    if (this.#address !== undefined) forgetUpload(this.#address)
  }
}

/** Tells the server that nobody will continue; otherwise it finds out by itself, later. */
export function forgetUpload(address: string): void {
  void fetch(address, { method: 'DELETE', headers: own, credentials: 'same-origin', keepalive: true }).catch(() => {})
}

const replyOf = (status: number, header: (name: string) => string | null, body: Reply['body']): Reply => ({
  status,
  offset: Number(header('upload-offset') ?? 0),
  retryAfterMs: Number(header('retry-after') ?? 0) * 1000,
  body,
})

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
