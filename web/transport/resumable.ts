import { canGoDirectly, DirectParts, isDirect, StoreUnusable } from './direct-parts.ts'
import { Pieces } from './pieces.ts'
import type { UploadHandle } from './upload.ts'
import { isReadable, UploadError } from './upload-error.ts'
import type { Reply, ResumableOptions, UploadWay } from './upload-way.ts'

/** How often in a row the server may have another part of the file than expected, or none, before the upload fails. */
const maxConflicts = 5
const waits = [0, 1, 2, 5, 10, 30].map((secs) => secs * 1000)

/**
 * Uploads a file, resuming after connection errors and server outages. Only a refusal or canceling ends it. Large files
 * go directly to the storage bucket, if the server offers that and the bucket can be reached; all others go to the
 * server, in pieces.
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
    /** Since the server was asked for it last. */
    let offsetBefore = -1
    let conflicts = 0
    for (let failures = 0; ; ) {
      let reply: Reply | undefined
      try {
        reply = await this.#way.step()
      } catch (problem) {
        this.#signal.throwIfAborted()
        if (problem instanceof StoreUnusable) {
          await this.#goThroughServer()
          furthest = -1
          offsetBefore = -1
          continue
        }
        await this.#checkReadable()
      }
      this.#signal.throwIfAborted()
      if (reply?.body.url !== undefined)
        return { url: reply.body.url, filename: reply.body.filename ?? this.#file.name }
      const isTaken = reply !== undefined && reply.status < 300
      if (isTaken) {
        const { offset = 0 } = this.#way
        if (offset > furthest) {
          furthest = offset
          failures = 0
          conflicts = 0
        }
        const isFurther = offset > offsetBefore
        offsetBefore = offset
        this.#options.progress(offset / Math.max(1, this.#file.size))
        this.#options.waiting(false)
        if (isFurther) continue
      }
      offsetBefore = -1
      this.#way.lose()
      const isGone = reply?.status === 404 && this.#way.address !== undefined
      if (isTaken || isGone || reply?.status === 409) {
        // the next step asks the server how much it has, or begins again
        if (isGone) this.#way.restart()
        if (++conflicts > maxConflicts) throw new UploadError('failed', '', reply?.status)
      } else if (reply && reply.status < 500 && reply.status !== 429 && reply.status !== 401)
        throw new UploadError(reply.body.msg ? 'refused' : 'failed', reply.body.msg, reply.status)
      else this.#options.waiting(true)
      const ms = Math.max(reply?.retryAfterMs ?? 0, waits[Math.min(failures++, waits.length - 1)] as number)
      await this.#options.patience(ms, this.#signal)
    }
  }

  /** Discards the parts in the bucket, which would conflict with the new upload. */
  async #goThroughServer(): Promise<void> {
    const { address } = this.#way
    if (address !== undefined) await forgetUpload(address)
    this.#way = new Pieces(this.#file, { ...this.#options, address: undefined }, this.#signal)
  }

  /** A file that was changed or deleted fails like a connection error, but can't be retried. */
  async #checkReadable(): Promise<void> {
    if (!(await isReadable(this.#file))) throw new UploadError('unreadable')
  }

  giveUp(): void {
    const { address } = this.#way
    if (address !== undefined) void forgetUpload(address)
  }
}

/** Cancels an upload of either kind on the server, which would otherwise expire later. */
export async function forgetUpload(address: string): Promise<void> {
  const headers = { 'tus-resumable': '1.0.0', 'x-loquat-web': '1' }
  await fetch(address, { method: 'DELETE', headers, credentials: 'same-origin', keepalive: true }).catch(() => {})
}
