import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** Lets pages of any origin upload parts and read their ETags. */
const letsPagesIn = `<CORSConfiguration><CORSRule>
  <AllowedOrigin>*</AllowedOrigin><AllowedMethod>PUT</AllowedMethod><ExposeHeader>ETag</ExposeHeader>
</CORSRule></CORSConfiguration>`

/** A bucket of an S3 server on this machine, which allows direct uploads by clients. */
export class TestBucket {
  readonly #server: S3rver
  readonly #folder: string
  readonly origin: string
  /** Options of a server that uses it. */
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
