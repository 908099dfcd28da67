import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert } from '#test'

/** The recorder's entry for a response whose headers say how much of a file was received. */
export interface Arrived {
  /** Ends with its name. */
  address: string
  received: number
}

const nameOf = (address: string): string => address.split('/').at(-1) as string
const size = 7_500
const piece = 2_500

/** Files uploaded in chunks, and what must survive of them. */
export class Pieces {
  readonly #files = new Map<string, Buffer>()
  readonly #url: string
  readonly #authorization: string

  constructor(url: string, authorization: string) {
    this.#url = url
    this.#authorization = authorization
  }

  get count(): number {
    return this.#files.size
  }

  /** Uploads a file in three chunks, of every third one only two; returns its URL once complete. */
  async upload(number: number): Promise<{ url: string; bytes: Buffer } | undefined> {
    const bytes = randomBytes(size)
    const begun = await this.#send('POST', '/api/v1/tus/', {
      'upload-length': `${size}`,
      'upload-metadata': `filename ${btoa(`pieces ${number}.bin`)}`,
    })
    const address = begun.headers.get('location') as string
    this.#files.set(nameOf(address), bytes)
    for (let from = 0; from < (number % 3 === 0 ? size - piece : size); from += piece) {
      const headers = { 'upload-offset': `${from}`, 'content-type': 'application/offset+octet-stream' }
      const reply = await this.#send('PATCH', address, headers, bytes.subarray(from, from + piece))
      if (reply.status === 200) return { ...((await reply.json()) as { url: string }), bytes }
      assert.equal(reply.status, 204)
    }
    return undefined
  }

  #send(method: string, path: string, more: Record<string, string>, body?: Buffer): Promise<Response> {
    const headers = { authorization: this.#authorization, 'tus-resumable': '1.0.0', ...more }
    return fetch(new URL(path, this.#url), { method, headers, ...(body ? { body: new Uint8Array(body) } : {}) })
  }

  /** Throws if acknowledged data is missing from the database or the file folder. */
  async check(
    query: (sql: string) => Promise<Record<string, unknown>[]>,
    said: readonly Arrived[],
    uploads: string,
  ): Promise<void> {
    const rows = await query(
      `select u.token, u.received, u.attachment_id, p.key from resumable_upload u
       left join resumable_upload_piece p on p.upload_id = u.id order by u.id, p.start`,
    )
    const received = new Map(rows.map((row) => [row.token as string, Number(row.received)]))
    for (const { address, received: least } of said) {
      const known = received.get(nameOf(address)) ?? -1
      assert.ok(known >= least, `${known} bytes of ${address} are known, not ${least}`)
    }
    for (const [token, bytes] of this.#files) {
      const own = rows.filter((row) => row.token === token)
      if (own.some(({ attachment_id }) => attachment_id !== null)) continue
      const keys = own.flatMap(({ key }) => (key === null ? [] : [key as string]))
      const kept = Buffer.concat(keys.map((key) => readFileSync(join(uploads, key))))
      assert.ok(kept.equals(bytes.subarray(0, received.get(token) ?? 0)), `the pieces of ${token} are not as they came`)
    }
  }
}
