import { sendBody } from './body.ts'
import type { Reply, ResumableOptions, UploadWay } from './upload-way.ts'

/** The protocol is tus 1.0.0; the other header says that this client's own script asks. */
const own = { 'tus-resumable': '1.0.0', 'x-loquat-web': '1' }
const endpoint = 'api/v1/tus/'
/** Small enough that little is sent twice; the server takes two thousand pieces of a file. */
const pieceBytes = 8 * 1024 * 1024
const maxPieces = 1_000

/** A file goes to the server, in pieces. */
export class Pieces implements UploadWay {
  readonly #file: File
  readonly #options: ResumableOptions
  readonly #signal: AbortSignal
  address: string | undefined
  offset: number | undefined

  constructor(file: File, options: ResumableOptions, signal: AbortSignal) {
    this.#file = file
    this.#options = options
    this.#signal = signal
    this.address = options.address
  }

  lose(): void {
    this.offset = undefined
  }

  restart(): void {
    this.address = undefined
  }

  async step(): Promise<Reply> {
    if (this.address === undefined) return this.#begin()
    const { reply, offset } =
      this.offset === undefined ? await this.#ask(this.address) : await this.#send(this.address, this.offset)
    if (reply.status < 300) this.offset = offset
    return reply
  }

  async #begin(): Promise<Reply> {
    const { name, type, size } = this.#file
    const { purpose } = this.#options
    const answer = await this.#fetch(endpoint, 'POST', {
      'upload-length': `${size}`,
      'upload-metadata': `filename ${base64(name)}${type === '' ? '' : `,filetype ${base64(type)}`}${purpose ? `,purpose ${base64(purpose)}` : ''}`,
    })
    const location = answer.headers.get('location')
    if (answer.ok && location !== null) {
      this.address = new URL(location, window.location.href).pathname
      this.offset = 0
      this.#options.begun(this.address)
    }
    const header = (name: string) => answer.headers.get(name)
    return replyOf(answer.status, header, await answer.json().catch(() => ({}))).reply
  }

  async #ask(address: string) {
    const answer = await this.#fetch(address, 'HEAD')
    return replyOf(answer.status, (name) => answer.headers.get(name), {})
  }

  async #send(address: string, offset: number) {
    const { size } = this.#file
    const { status, header, json } = await sendBody({
      method: 'PATCH',
      address,
      headers: { ...own, 'upload-offset': `${offset}`, 'content-type': 'application/offset+octet-stream' },
      body: this.#file.slice(offset, offset + Math.max(pieceBytes, Math.ceil(size / maxPieces))),
      progress: (bytes) => this.#options.progress((offset + bytes) / Math.max(1, size)),
      signal: this.#signal,
    })
    return replyOf(status, header, json)
  }

  #fetch(address: string, method: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(address, {
      method,
      headers: { ...own, ...headers },
      credentials: 'same-origin',
      signal: this.#signal,
    })
  }
}

const replyOf = (
  status: number,
  header: (name: string) => string | null,
  body: Reply['body'],
): { reply: Reply; offset: number } => ({
  reply: { status, retryAfterMs: Number(header('retry-after') ?? 0) * 1000, body },
  offset: Number(header('upload-offset') ?? 0),
})

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
