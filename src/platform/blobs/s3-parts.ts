import { refusalOf } from './s3-refusal.ts'
import type { DirectParts } from './store.ts'

interface Means {
  readonly origin: string
  /** Sends a small request; `size` is the response's Content-Length. */
  ask(
    method: string,
    key: string,
    query: string,
    body?: string,
  ): Promise<{ status: number; size: number; text: string }>
  /** A presigned URL for a request with exactly these headers. */
  sign(method: string, key: string, query: string, headers: Record<string, string>): Promise<string>
}

export class S3Parts implements DirectParts {
  readonly #means: Means
  readonly origin: string

  constructor(means: Means) {
    this.#means = means
    this.origin = means.origin
  }

  async begin(key: string): Promise<string> {
    const { status, text } = await this.#means.ask('POST', key, '?uploads=')
    const begun = /<UploadId>([^<]+)<\/UploadId>/.exec(text)?.[1]
    if (status !== 200 || begun === undefined) throw this.#refusal('begin', key, status, text)
    return begun.replaceAll('&amp;', '&').replaceAll('&quot;', '"')
  }

  addressOf(key: string, begun: string, part: number, size: number, withinSecs: number): Promise<string> {
    const query = `${this.#query(begun)}&partNumber=${part}&X-Amz-Expires=${withinSecs}`
    // the length is signed too, so that a client can't send more than agreed
    return this.#means.sign('PUT', key, query, { 'content-length': `${size}` })
  }

  async complete(key: string, begun: string, tags: readonly string[]): Promise<number | undefined> {
    const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
    const { status, text } = await this.#means.ask('POST', key, this.#query(begun), body)
    // S3 can report an error after a 200 status; 404 may mean that an earlier attempt completed it
    if (status >= 500 || (status === 200 && text.includes('<Error>')))
      throw this.#refusal('complete', key, status, text)
    const made = await this.#means.ask('HEAD', key, '')
    return made.status === 200 ? made.size : undefined
  }

  async abort(key: string, begun: string): Promise<void> {
    const { status, text } = await this.#means.ask('DELETE', key, this.#query(begun))
    if (![200, 204, 404].includes(status)) throw this.#refusal('abort', key, status, text)
  }

  #query(begun: string): string {
    return `?uploadId=${encodeURIComponent(begun)}`
  }

  #refusal(what: string, key: string, status: number, text: string): Error {
    return refusalOf(`the request to ${what} the parts of ${key}`, status, text)
  }
}
