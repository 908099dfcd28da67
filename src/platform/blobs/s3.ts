import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { bucketOf, readListing } from './s3-listing.ts'
import { S3Parts } from './s3-parts.ts'
import { refusalOf } from './s3-refusal.ts'
import {
  type BlobSource,
  type BlobStore,
  type ByteRange,
  checkKey,
  type DirectParts,
  isKey,
  type ListedBlob,
} from './store.ts'

interface S3Options {
  /** The bucket in either URL style, optionally with a folder. */
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Allow clients to upload parts of large blobs directly. */
  takesParts?: boolean
}

/** Requests without progress for this long fail. */
const patienceMs = 60_000

/** Objects in an S3-compatible bucket. Doesn't use fetch, which sends files chunked; stores reject that. */
export class S3Blobs implements BlobStore {
  readonly #options: S3Options
  readonly parts: DirectParts | undefined

  constructor(options: S3Options) {
    this.#options = { ...options, url: options.url.replace(/(?<!\/)\/+$/, '') }
    this.parts = options.takesParts
      ? new S3Parts({
          origin: new URL(options.url).origin,
          ask: (...asked) => this.#ask(...asked),
          sign: async (method, key, query, headers) =>
            (await this.#signed(method, this.#addressOf(key, query), headers, true)).url.href,
        })
      : undefined
  }

  async #ask(
    method: string,
    key: string,
    query: string,
    body?: string,
  ): Promise<{ status: number; size: number; text: string }> {
    const length: Record<string, string> = body === undefined ? {} : { 'content-length': `${Buffer.byteLength(body)}` }
    const outgoing = await this.#send(method, this.#addressOf(key, query), length)
    outgoing.end(body)
    const answer = await answerTo(outgoing)
    const text = (await drain(answer)).toString('utf8')
    return { status: answer.statusCode ?? 0, size: Number(answer.headers['content-length'] ?? 0), text }
  }

  #addressOf(key: string, query = ''): string {
    return `${this.#options.url}/${checkKey(key)}${query}`
  }

  async put(key: string, source: BlobSource): Promise<void> {
    const length = source instanceof Uint8Array ? source.byteLength : (await stat(source.path)).size
    const outgoing = await this.#open('PUT', key, { 'content-length': `${length}` })
    const answered = answerTo(outgoing)
    if (source instanceof Uint8Array) outgoing.end(source)
    // if the store closes the connection early, its response says more than the broken pipe
    else pipeline(createReadStream(source.path), outgoing).catch((error: Error) => outgoing.destroy(error))
    const answer = await answered
    if (answer.statusCode !== 200) throw await refusal('PUT', key, answer)
    await drain(answer)
  }

  async get(key: string): Promise<Buffer | undefined> {
    const stream = await this.stream(key)
    return stream && Buffer.concat(await stream.toArray())
  }

  async stream(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const outgoing = await this.#open('GET', key, range ? { range: `bytes=${range.start}-${range.end}` } : {})
    outgoing.end()
    const answer = await answerTo(outgoing)
    if (answer.statusCode === 404) {
      await drain(answer)
      return undefined
    }
    if (answer.statusCode !== (range ? 206 : 200)) throw await refusal('GET', key, answer)
    return answer
  }

  async delete(key: string): Promise<void> {
    const outgoing = await this.#open('DELETE', key, {})
    outgoing.end()
    const answer = await answerTo(outgoing)
    if (![200, 204, 404].includes(answer.statusCode ?? 0)) throw await refusal('DELETE', key, answer)
    await drain(answer)
  }

  async *list(folder = ''): AsyncGenerator<ListedBlob> {
    const place = bucketOf(this.#options.url)
    for (let after: string | undefined = ''; after !== undefined; ) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: `${place.folder}${folder}` })
      if (after) query.set('continuation-token', after)
      const outgoing = await this.#send('GET', `${place.bucket}?${query}`, {})
      outgoing.end()
      const answer = await answerTo(outgoing)
      if (answer.statusCode !== 200) throw await refusal('GET', folder, answer)
      const page = await readListing((await drain(answer)).toString('utf8'))
      for (const { key, size } of page.blobs) {
        const own = key.slice(place.folder.length)
        if (isKey(own)) yield { key: own, size }
      }
      after = page.next
    }
  }

  #open(method: string, key: string, headers: Record<string, string>): Promise<ClientRequest> {
    return this.#send(method, this.#addressOf(key), headers)
  }

  async #send(method: string, address: string, headers: Record<string, string>): Promise<ClientRequest> {
    const signed = await this.#signed(method, address, headers)
    const request = signed.url.protocol === 'http:' ? requestPlain : requestSecure
    return request(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers as Iterable<[string, string]>),
      timeout: patienceMs,
    })
  }

  /** Signs with a header, or for others with query parameters; they must then send exactly these headers. */
  async #signed(method: string, url: string, headers: Record<string, string>, isForOthers = false) {
    // loaded only if a bucket is configured
    const { AwsV4Signer } = await import('aws4fetch')
    const { region, accessKeyId, secretAccessKey } = this.#options
    const how = isForOthers ? { signQuery: true, allHeaders: true } : {}
    return new AwsV4Signer({ method, url, headers, accessKeyId, secretAccessKey, region, service: 's3', ...how }).sign()
  }
}

const answerTo = (outgoing: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    outgoing.once('response', resolve)
    outgoing.once('error', reject)
    outgoing.once('timeout', () => outgoing.destroy(new Error('The file store does not answer')))
  })

/** Reading to the end lets the connection be reused. */
const drain = async (answer: IncomingMessage): Promise<Buffer> => Buffer.concat(await answer.toArray())

async function refusal(method: string, key: string, answer: IncomingMessage): Promise<Error> {
  return refusalOf(`${method} ${key}`.trim(), answer.statusCode, (await drain(answer)).toString('utf8'))
}
