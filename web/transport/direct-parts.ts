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

/** The file is to go to the server: that offers nothing else for it, or the bucket does not take it. */
export class StoreUnusable extends Error {}

type Progress = ResultOf<typeof getDirectUpload.result>

const below = () => new URL('api/v1/direct_uploads/', window.location.href).pathname

/** Whether an upload that has begun goes straight to the bucket. */
export const isDirect = (address: string): boolean => address.startsWith(below())

/** A bucket that has failed so often in a row, while the server could be reached, is not asked again. */
const maxFailures = 3
/** What this page knows: somebody in between, or the bucket's own rules, may let no browser in. */
let isReachable = true

/** Whether it is worth asking the server about a file. */
export const canGoDirectly = ({ size, type }: File, purpose: 'import' | undefined): boolean =>
  isReachable && purpose === undefined && size >= leastBytes && !type.startsWith('image/')

/** A file goes straight to the bucket in which files are, one part after the other, by addresses that the server signs. */
export class DirectParts implements UploadWay {
  readonly #file: File
  readonly #options: ResumableOptions
  readonly #signal: AbortSignal
  #token: string | undefined
  /** Undefined when only the server knows. */
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
      // neither the server's being busy nor what it says of the file: it could not work with the bucket
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
      // what the bucket has is not what was sent, or no tag of its is one: the server will look at the bytes itself
      throw problem instanceof ApiError && problem.status === 400 ? this.#unusable() : problem
    })
  }

  /** Puts a part into the bucket; answers its tag. What fails is tried anew, once the server could be reached. */
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
    // without its tag, which the bucket's rules have to let pages see, a part is of no use
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
