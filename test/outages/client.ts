import type { RealServer } from '#test'

export interface Account {
  email: string
  apiKey: string
  userId: number
}

export interface Answer {
  status: number
  retryAfter: string | null
  body: Record<string, unknown>
}

/** Longer than any response takes: longer means it hangs. With several servers, clients switch earlier. */
const patienceMs = { ofOne: 120_000, ofSeveral: 5_000 }

/** A client of one server; of several, it switches to the next when one doesn't respond. */
export class Client {
  readonly #servers: readonly RealServer[]
  readonly #account: Account
  #at: number

  /** `first` is the index of the server to start with. */
  constructor(servers: readonly RealServer[], account: Account, first = 0) {
    this.#servers = servers
    this.#account = account
    this.#at = first
  }

  /** Switches to another server; false if there is none. */
  move(): boolean {
    this.#at++
    return this.#servers.length > 1
  }

  /** Throws if there is no response. */
  async call(method: string, path: string, params: Record<string, string> = {}): Promise<Answer> {
    const query = new URLSearchParams(params)
    const { url: root } = this.#servers[this.#at % this.#servers.length] as RealServer
    const url = `${root}/api/v1${path}${method === 'GET' ? `?${query}` : ''}`
    const authorization = `Basic ${Buffer.from(`${this.#account.email}:${this.#account.apiKey}`).toString('base64')}`
    const response = await fetch(url, {
      method,
      headers: { authorization },
      ...(method === 'GET' ? {} : { body: query }),
      signal: AbortSignal.timeout(this.#servers.length > 1 ? patienceMs.ofSeveral : patienceMs.ofOne),
    })
    const body = (await response.json()) as Record<string, unknown>
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body }
  }
}
