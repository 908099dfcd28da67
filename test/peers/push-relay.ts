import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sodium from 'libsodium-wrappers'

/** An app's registration, encrypted for the relay. */
export interface Registration {
  token: string
  token_kind: string
  timestamp: number
  ios_app_id?: string
}

/** A notification as the relay delivers it to the app with the token. */
export interface Push {
  token: string
  token_kind: string
  priority: string
  encrypted_data: string
  push_key_id?: number
  push_account_id?: number
}

interface Requested {
  path: string
  body: string
  headers: IncomingMessage['headers']
}

/** Responds in place of the relay; false leaves the request to it. */
type Interference = (asked: Requested, response: ServerResponse) => boolean | undefined

const tooOldSecs = 86_400
const answer = (response: ServerResponse, status: number, body: object) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
const refuse = (response: ServerResponse, status: number, code: string) =>
  answer(response, status, { result: 'error', msg: code, code })

/** The token's name for servers: base64 of the first 8 bytes of its SHA-256. */
export const tokenIdOf = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, 8).toString('base64')

/** A push relay for tests and developers, as docs/push.md describes it. It records what it receives. */
export class PushRelay {
  readonly id = 'loquat-test'
  readonly key = 'relay-s3cret'
  /** Base64; apps encrypt their registrations with it. */
  readonly publicKey: string
  readonly asked: Requested[] = []
  readonly registered: (Registration & { realm_uuid: string })[] = []
  readonly pushes: Push[] = []
  /** Injected between servers and the relay: failures, delays, wrong responses. */
  interfere: Interference | undefined
  readonly #pair: { publicKey: Uint8Array; privateKey: Uint8Array }
  readonly #server: Server
  /** Devices by token ID, and by their assigned number. */
  readonly #byToken = new Map<string, Registration>()
  readonly #byNumber = new Map<number, Registration>()
  readonly #numbers = new Map<string, number>()
  #waiting: { fits: () => boolean; resolve: () => void }[] = []

  private constructor() {
    this.#pair = sodium.crypto_box_keypair()
    this.publicKey = Buffer.from(this.#pair.publicKey).toString('base64')
    this.#server = createServer(async (incoming, response) => {
      const body = Buffer.concat(await incoming.toArray()).toString('utf8')
      const asked = { path: incoming.url ?? '', body, headers: incoming.headers }
      this.asked.push(asked)
      if (!this.interfere?.(asked, response)) this.#answer(asked, response)
      this.#changed()
    })
  }

  static async start({ port = 0, host = '127.0.0.1' } = {}): Promise<PushRelay> {
    await sodium.ready
    const relay = new PushRelay()
    await new Promise<void>((resolve) => relay.#server.listen(port, host, () => resolve()))
    return relay
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The options of a server that uses this relay. */
  get flags(): Record<string, string> {
    return { pushRelayUrl: this.url, pushRelayOrgId: this.id, pushRelayKey: this.key }
  }

  async until(fits: () => boolean): Promise<void> {
    if (!fits()) await new Promise<void>((resolve) => this.#waiting.push({ fits, resolve }))
  }

  /** Handles the request, but reports failure, as when a response is lost. */
  readonly loseAnswers: Interference = (asked, response) => {
    const noClient = { writeHead: () => noClient, end: () => noClient } as unknown as ServerResponse
    this.#answer(asked, noClient)
    response.writeHead(504).end()
    return true
  }

  /** Delays the relay's response to the next request until released. */
  hold(): { asked: Promise<void>; release: () => void } {
    let release = () => {}
    const asked = new Promise<void>((resolve) => {
      this.interfere = (request, response) => {
        this.interfere = undefined
        release = () => this.#answer(request, response)
        resolve()
        return true
      }
    })
    return { asked, release: () => release() }
  }

  /** As when the app was uninstalled. */
  forget(token: string): void {
    this.#byToken.delete(tokenIdOf(token))
    for (const [number, registration] of this.#byNumber) if (registration.token === token) this.#byNumber.delete(number)
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }

  #changed(): void {
    this.#waiting = this.#waiting.filter(({ fits, resolve }) => !fits() || resolve())
  }

  #answer(asked: Requested, response: ServerResponse): void {
    const expected = `Basic ${Buffer.from(`${this.id}:${this.key}`).toString('base64')}`
    if (asked.headers.authorization !== expected) return void refuse(response, 401, 'INVALID_ZULIP_SERVER')
    if (asked.path === '/api/v1/remotes/push/e2ee/register') this.#register(new URLSearchParams(asked.body), response)
    else if (asked.path === '/api/v1/remotes/push/e2ee/notify') this.#notify(JSON.parse(asked.body), response)
    else refuse(response, 404, 'NOT_FOUND')
  }

  #register(form: URLSearchParams, response: ServerResponse): void {
    const realm_uuid = form.get('realm_uuid')
    if (!realm_uuid) return void refuse(response, 400, 'BAD_REQUEST')
    if (form.get('bouncer_public_key') !== this.publicKey)
      return void refuse(response, 400, 'INVALID_BOUNCER_PUBLIC_KEY')
    const registration = this.#opened(form.get('encrypted_push_registration') ?? '')
    const tokenId = form.get('token_id')
    if (!registration?.token || (tokenId !== null && tokenId !== tokenIdOf(registration.token)))
      return void refuse(response, 400, 'BAD_REQUEST')
    if (registration.timestamp < Date.now() / 1000 - tooOldSecs) return void refuse(response, 400, 'REQUEST_EXPIRED')
    this.registered.push({ ...registration, realm_uuid })
    if (tokenId !== null) {
      this.#byToken.set(tokenId, registration)
      return void answer(response, 200, { result: 'success', msg: '' })
    }
    // the same device gets the same number
    const name = `${form.get('push_account_id')} ${registration.token}`
    const device_id = this.#numbers.get(name) ?? this.#numbers.size + 7001
    this.#numbers.set(name, device_id)
    this.#byNumber.set(device_id, registration)
    answer(response, 200, { result: 'success', msg: '', device_id })
  }

  #opened(text: string): Registration | undefined {
    try {
      const { publicKey, privateKey } = this.#pair
      const opened = sodium.crypto_box_seal_open(Buffer.from(text, 'base64'), publicKey, privateKey)
      return JSON.parse(Buffer.from(opened).toString('utf8'))
    } catch {
      return undefined
    }
  }

  #notify(
    { notifications }: { notifications: (Push & { token_id?: string; device_id?: number })[] },
    to: ServerResponse,
  ) {
    const gone: object[] = []
    for (const { token_id, device_id, ...push } of notifications) {
      const known = token_id === undefined ? this.#byNumber.get(device_id as number) : this.#byToken.get(token_id)
      if (known) this.pushes.push({ ...push, token: known.token })
      else gone.push(token_id === undefined ? { device_id } : { token_id })
    }
    answer(to, 200, { result: 'success', msg: '', gone })
  }
}
