import { canGoDirectly, DirectParts, isDirect, StoreUnusable } from './direct-parts.ts'
import { Pieces } from './pieces.ts'
import { type UploadHandle, UploadRefused } from './upload.ts'
import type { Reply, ResumableOptions, UploadWay } from './upload-way.ts'

const waits = [0, 1, 2, 5, 10, 30].map((secs) => secs * 1000)

/**
 * Sends a file so that a broken connection, or a server that is away, does not end it: it goes on where it was as soon
 * as that is over. Only a refusal ends it, or its being cancelled. Large ones go straight to the bucket in which files
 * are, where the server lets them and the bucket can be reached; all others to the server, in pieces.
 */
export function uploadResumably(file: File, options: ResumableOptions): UploadHandle {
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
  readonly #options: ResumableOptions
  readonly #signal: AbortSignal
  #way: UploadWay

  constructor(file: File, options: ResumableOptions, signal: AbortSignal) {
    this.#file = file
    this.#options = options
    this.#signal = signal
    const { address, purpose } = options
    const goesDirectly = address === undefined ? canGoDirectly(file, purpose) : isDirect(address)
    this.#way = goesDirectly ? new DirectParts(file, options, signal) : new Pieces(file, options, signal)
  }

  async run(): Promise<{ url: string; filename: string }> {
    let furthest = -1
    for (let failures = 0; ; ) {
      let reply: Reply | undefined
      try {
        reply = await this.#way.step()
      } catch (problem) {
        this.#signal.throwIfAborted()
        if (problem instanceof StoreUnusable) {
          await this.#goThroughServer()
          furthest = -1
          continue
        }
        await this.#checkReadable()
      }
      this.#signal.throwIfAborted()
      if (reply?.body.url !== undefined)
        return { url: reply.body.url, filename: reply.body.filename ?? this.#file.name }
      if (reply && reply.status < 300) {
        const { offset = 0 } = this.#way
        if (offset > furthest) failures = 0
        furthest = Math.max(furthest, offset)
        this.#options.progress(offset / Math.max(1, this.#file.size))
        this.#options.waiting(false)
        continue
      }
      this.#way.lose()
      // the server has more or less than was thought, or nothing any more: it is asked, or asked anew
      if (reply?.status === 409) continue
      if (reply?.status === 404 && this.#way.address !== undefined) {
        this.#way.restart()
        continue
      }
      if (reply && reply.status < 500 && reply.status !== 429 && reply.status !== 401)
        throw new UploadRefused(reply.status, reply.body.msg ?? '')
      this.#options.waiting(true)
      const ms = Math.max(reply?.retryAfterMs ?? 0, waits[Math.min(failures++, waits.length - 1)] as number)
      await this.#options.patience(ms, this.#signal)
    }
  }

  /** What the bucket has of it counts no more: that would be in the way of what is sent now. */
  async #goThroughServer(): Promise<void> {
    const { address } = this.#way
    if (address !== undefined) await forgetUpload(address)
    this.#way = new Pieces(this.#file, { ...this.#options, address: undefined }, this.#signal)
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
    const { address } = this.#way
    if (address !== undefined) void forgetUpload(address)
  }
}

/** Tells the server that nobody will continue, whichever way it went; otherwise it finds out by itself, later. */
export async function forgetUpload(address: string): Promise<void> {
  const headers = { 'tus-resumable': '1.0.0', 'x-loquat-web': '1' }
  await fetch(address, { method: 'DELETE', headers, credentials: 'same-origin', keepalive: true }).catch(() => {})
}
