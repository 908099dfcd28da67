import { ApiError, type ResultOf } from '#contract'
import {
  beginDirectUpload,
  getDirectUpload,
  keepDirectPart,
} from '../../src/features/messages/attachments/direct/api.ts'
import { leastBytes } from '../../src/features/messages/attachments/direct/limits.ts'
import { api } from './api.ts'
import { sendBody } from './body.ts'
import type { Reply, ResumableOptions, UploadWay } from './upload-way.ts'

/** The file has to go through the server: direct upload isn't offered or the bucket doesn't work. */
export class StoreUnusable extends Error {}

type Progress = ResultOf<typeof getDirectUpload.result>

const below = () => new URL('api/v1/direct_uploads/', window.location.href).pathname

/** Whether an upload in progress goes directly to the bucket. */
export const isDirect = (address: string): boolean => address.startsWith(below())

/** After this many consecutive failures while the server is reachable, the bucket isn't used again. */
const maxFailures = 3
/** Remembered for this page: a proxy or the bucket's CORS rules may block browsers. */
let isReachable = true

/** Whether to ask the server for a direct upload. */
export const canGoDirectly = ({ size, type }: File, purpose: 'import' | undefined): boolean =>
  isReachable && purpose === undefined && size >= leastBytes && !type.startsWith('image/')

/** Uploads a file directly to the storage bucket, part by part, to URLs signed by the server. */
export class DirectParts implements UploadWay {
  readonly #file: File
  readonly #options: ResumableOptions
  readonly #signal: AbortSignal
  #token: string | undefined
  /** Undefined if only the server knows. */
  #known: Progress | undefined
  #failures = 0

  constructor(file: File, options: ResumableOptions, signal: AbortSignal) {
    this.#file = file
    this.#options = options
    this.#signal = signal
    this.#token = options.address?.slice(below().length)
  }

  get address(): string | undefined {
    return this.#token && below() + this.#token
  }

  get offset(): number | undefined {
    return this.#known?.offset
  }

  lose(): void {
    this.#known = undefined
  }

  restart(): void {
    this.#token = undefined
  }

  async step(): Promise<Reply> {
    try {
      if (this.#token === undefined) await this.#begin()
      else if (this.#known?.next) {
        this.#known = await this.#send(this.#token, this.#known.offset, this.#known.next)
        this.#failures = 0
      } else this.#known = await api.call(getDirectUpload, { upload_id: this.#token }, { signal: this.#signal })
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      // neither a busy server nor a problem with the file: the server couldn't use the bucket
      if (problem.status === 500) this.#failed()
      const retryAfterMs = Number(problem.fields['retry-after'] ?? 0) * 1000
      return { status: problem.status, retryAfterMs, body: { msg: problem.message } }
    }
    const { url, filename } = this.#known ?? {}
    return { status: 200, retryAfterMs: 0, body: url ? { url, ...(filename ? { filename } : {}) } : {} }
  }

  async #begin(): Promise<void> {
    const { name, type, size } = this.#file
    const { upload } = await api.call(
      beginDirectUpload,
      { filename: name, content_type: type, size },
      { signal: this.#signal },
    )
    if (!upload) throw new StoreUnusable()
    const { token, ...known } = upload
    this.#token = token
    this.#known = known
    this.#options.begun(below() + token)
  }

  async #send(upload_id: string, offset: number, next: NonNullable<Progress['next']>): Promise<Progress> {
    const etag = await this.#put(offset, next)
    const kept = { upload_id, offset, etag }
    return api.call(keepDirectPart, kept, { signal: this.#signal }).catch((problem: unknown) => {
      // the bucket's parts don't match what was sent, or a tag is invalid: let the server check the bytes instead
      throw problem instanceof ApiError && problem.status === 400 ? this.#unusable() : problem
    })
  }

  /** Uploads a part and returns its ETag. Failures are retried once the server is reachable. */
  async #put(offset: number, { address, size }: NonNullable<Progress['next']>): Promise<string> {
    const reply = await sendBody({
      method: 'PUT',
      address,
      body: this.#file.slice(offset, offset + size),
      progress: (bytes) => this.#options.progress((offset + bytes) / this.#file.size),
      signal: this.#signal,
    }).catch(() => undefined)
    this.#signal.throwIfAborted()
    const isKept = reply && reply.status >= 200 && reply.status < 300
    const etag = isKept ? reply.header('etag') : null
    if (etag !== null) return etag
    // without its ETag, which the bucket's CORS rules must expose, a part can't be used
    if (isKept) throw this.#unusable()
    this.#failed()
    throw new TypeError('the bucket did not take the part')
  }

  #failed(): void {
    if (++this.#failures >= maxFailures) throw this.#unusable()
  }

  #unusable(): StoreUnusable {
    isReachable = false
    return new StoreUnusable()
  }
}
