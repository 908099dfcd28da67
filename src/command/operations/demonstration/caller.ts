import type { createHttp } from '#platform/http'

type Http = Awaited<ReturnType<typeof createHttp>>

/** An account that calls the API. */
export interface Account {
  id: number
  name: string
  email: string
  apiKey: string
}

export interface UploadedFile {
  filename: string
  content: Buffer
}

type Reply = Record<string, never> & { [name: string]: unknown }

/** Calls the API of the organization at a host, without a network. */
export class Caller {
  readonly #http: Http
  readonly #host: string

  constructor(http: Http, host: string) {
    this.#http = http
    this.#host = host
  }

  /** @throws if the API returns an error, with its message */
  async call<T = Reply>(
    account: Account,
    method: 'POST' | 'PUT' | 'PATCH' | 'GET',
    path: string,
    params: Record<string, unknown> = {},
  ): Promise<T> {
    const form = new URLSearchParams(
      Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    ).toString()
    return this.#send<T>(account, method, path, 'application/x-www-form-urlencoded', form)
  }

  /** Posts JSON to an incoming webhook. */
  post(account: Account, path: string, payload: unknown): Promise<unknown> {
    return this.#send(account, 'POST', path, 'application/json', JSON.stringify(payload))
  }

  /** @returns the uploaded file's URL */
  async upload(account: Account, { filename, content }: UploadedFile): Promise<string> {
    const boundary = 'demonstration-boundary'
    const body = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: image/png\r\n\r\n`,
      ),
      content,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const type = `multipart/form-data; boundary=${boundary}`
    return (await this.#send<{ url: string }>(account, 'POST', '/user_uploads', type, body)).url
  }

  async #send<T>(
    { email, apiKey }: Account,
    method: 'POST' | 'PUT' | 'PATCH' | 'GET',
    path: string,
    type: string,
    payload: string | Buffer,
  ): Promise<T> {
    const reply = await this.#http.inject({
      method,
      url: `/api/v1${path}`,
      headers: {
        host: this.#host,
        authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`,
        'user-agent': 'LoquatDemonstration',
        'content-type': type,
      },
      payload,
    })
    const body = reply.json() as T & { result: string; msg: string }
    if (body.result !== 'success') throw new Error(`${method} ${path}: ${body.msg}`)
    return body
  }
}
