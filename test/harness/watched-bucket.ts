import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TestBucket } from './bucket.ts'

/** `swallowed`: answered with success, but not stored. `cut`: the connection is reset in the middle of the response. */
export type Interference = 'swallowed' | 'cut' | undefined

/** A bucket whose requests a test can delay or break: behind a proxy that asks {@link interfere} first. */
export class WatchedBucket {
  readonly #bucket: TestBucket
  readonly #proxy: Server
  /** The bucket's address, for `backupTo` and `s3Url`. */
  readonly url: string
  /** Called before each request; `path` includes the bucket and the query. */
  interfere: (method: string, path: string) => Promise<Interference> = async () => undefined

  private constructor(bucket: TestBucket, proxy: Server) {
    this.#bucket = bucket
    this.#proxy = proxy
    this.url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/loquat`
  }

  static async start(): Promise<WatchedBucket> {
    const bucket = await TestBucket.start()
    const proxy = createServer(async (incoming, outgoing) => {
      const { method = 'GET', url = '/', headers } = incoming
      const interference = await watched.interfere(method, url)
      if (interference === 'swallowed') {
        incoming.resume().once('end', () => outgoing.end())
        return
      }
      const forwarded = request(new URL(url, bucket.origin), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        if (interference === 'cut')
          answer.once('data', (part: Buffer) => {
            outgoing.write(part.subarray(0, part.length / 2), () => outgoing.socket?.resetAndDestroy())
          })
        else answer.pipe(outgoing)
      })
      forwarded.once('error', () => outgoing.destroy())
      incoming.pipe(forwarded)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const watched = new WatchedBucket(bucket, proxy)
    return watched
  }

  async close(): Promise<void> {
    this.#proxy.closeAllConnections()
    await new Promise((resolve) => this.#proxy.close(resolve))
    await this.#bucket.close()
  }
}
