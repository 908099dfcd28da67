import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importJWK, jwtVerify } from 'jose'

interface Requested {
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}

/** A browser vendor's push service (RFC 8030), which requires signatures (RFC 8292). */
export class WebPushService {
  readonly asked: Requested[] = []
  /** Accepted messages, by the browser's path. */
  readonly kept = new Map<string, Requested[]>()
  readonly gone = new Set<string>()
  /** Signers: `k` of the last request, and the token's claims. */
  readonly signers: { key: string; claims: Record<string, unknown> }[] = []
  /** Responds in its place; false leaves the request to it. */
  interfere: ((asked: Requested, response: ServerResponse) => boolean | undefined) | undefined
  readonly #server: Server

  private constructor() {
    this.#server = createServer(async (incoming, response) => {
      const body = Buffer.concat(await incoming.toArray())
      const asked = { path: incoming.url ?? '', headers: incoming.headers, body }
      this.asked.push(asked)
      if (this.interfere?.(asked, response)) return
      response.writeHead(await this.#statusFor(asked)).end()
    })
  }

  static async start(): Promise<WebPushService> {
    const service = new WebPushService()
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', () => resolve()))
    return service
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }

  async #statusFor(asked: Requested): Promise<number> {
    const { path, headers, body } = asked
    if (this.gone.has(path)) return 410
    if (!path.startsWith('/push/')) return 404
    if (headers['content-encoding'] !== 'aes128gcm' || !/^\d+$/.test(String(headers.ttl))) return 400
    if (body.length > 4_096) return 413
    const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
    if (!token || !key) return 401
    try {
      const point = Buffer.from(key, 'base64url')
      const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) => one.toString('base64url'))
      const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'), {
        audience: this.url,
        algorithms: ['ES256'],
      })
      const lifeSecs = (payload.exp ?? Number.POSITIVE_INFINITY) - Date.now() / 1000
      if (lifeSecs > 86_400 || !/^(mailto:|https:)/.test(payload.sub ?? '')) return 403
      this.signers.push({ key, claims: payload })
    } catch {
      return 403
    }
    this.kept.set(path, [...(this.kept.get(path) ?? []), asked])
    return 201
  }
}

/** A subscribed browser: only it can decrypt its messages (RFC 8291, RFC 8188). */
export class Browser {
  readonly service: WebPushService
  readonly path = `/push/${randomBytes(9).toString('base64url')}`
  readonly #auth = randomBytes(16)
  readonly #pair: ECDH

  constructor(service: WebPushService) {
    this.service = service
    this.#pair = createECDH('prime256v1')
    this.#pair.generateKeys()
  }

  get subscription(): { endpoint: string; p256dh: string; auth: string } {
    return {
      endpoint: this.service.url + this.path,
      p256dh: this.#pair.getPublicKey('base64url'),
      auth: this.#auth.toString('base64url'),
    }
  }

  /** Messages received, decrypted, in order. */
  received(): Record<string, unknown>[] {
    return (this.service.kept.get(this.path) ?? []).map(({ body }) => JSON.parse(this.open(body).toString('utf8')))
  }

  open(body: Buffer): Buffer {
    const salt = body.subarray(0, 16)
    const idLength = body.readUInt8(20)
    const sender = body.subarray(21, 21 + idLength)
    const record = body.subarray(21 + idLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#pair.getPublicKey(), sender])
    const secret = Buffer.from(hkdfSync('sha256', this.#pair.computeSecret(sender), this.#auth, info, 32))
    const derived = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
    const cipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
    cipher.setAuthTag(record.subarray(-16))
    const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
    const end = padded.lastIndexOf(2)
    if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('The record does not end well')
    return padded.subarray(0, end)
  }
}
