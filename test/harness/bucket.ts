import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** What lets pages of any address put parts and see their tags. */
const letsPagesIn = `<CORSConfiguration><CORSRule>
  <AllowedOrigin>*</AllowedOrigin><AllowedMethod>PUT</AllowedMethod><ExposeHeader>ETag</ExposeHeader>
</CORSRule></CORSConfiguration>`

/** A bucket of an S3 server on this machine, to which clients may send files themselves. */
export class TestBucket {
  readonly #server: S3rver
  readonly #folder: string
  readonly origin: string
  /** What makes a server use it. */
  readonly options: Readonly<Record<string, string>>

  private constructor(server: S3rver, folder: string, port: number) {
    this.#server = server
    this.#folder = folder
    this.origin = `http://127.0.0.1:${port}`
    this.options = {
      s3Url: `${this.origin}/loquat/files`,
      s3AccessKeyId: 'S3RVER',
      s3SecretAccessKey: 'S3RVER',
      s3DirectUploads: 'on',
    }
  }

  static async start(): Promise<TestBucket> {
    const directory = await mkdtemp(join(tmpdir(), 'loquat-bucket-'))
    const configureBuckets = [{ name: 'loquat', configs: [letsPagesIn] }]
    const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets })
    const { port } = await server.run()
    return new TestBucket(server, directory, port)
  }

  async close(): Promise<void> {
    await this.#server.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
