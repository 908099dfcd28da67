import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { assert, type RealServer } from '#test'

export interface Account {
  email: string
  apiKey: string
  userId: number
}

interface Answer {
  status: number
  retryAfter: string | null
  body: Record<string, unknown>
}

const senders = 5
/** Longer than any answer takes; what takes longer hangs. */
const patienceMs = 120_000

/** People who send all the time, and some who are told: everything that they were promised is looked at in the end. */
export class Load {
  readonly #server: RealServer
  readonly #heardAt: RealServer
  readonly #account: Account
  readonly acknowledged = new Map<string, number>()
  /** Answers other than a success, by status. */
  readonly refused = new Map<number, number>()
  /** Whatever must never be: other errors, answers that never come, a 503 that does not say when to come again. */
  readonly wrong: string[] = []
  readonly #waiting: { since: number; resolve: () => void }[] = []
  #isSending = false
  #running: Promise<void>[] = []
  #number = 0
  /** How often the poller was told of each. */
  readonly #seen = new Map<string, number>()
  #lastMessage = Number.POSITIVE_INFINITY
  #poller: Promise<void> = Promise.resolve()
  readonly #size: number
  readonly #name = `load ${randomUUID()}`

  /** `heardAt` is the server that tells of messages, where another one takes them. */
  constructor(server: RealServer, account: Account, { size = 0, heardAt = server } = {}) {
    this.#server = server
    this.#heardAt = heardAt
    this.#account = account
    this.#size = size
  }

  async start(): Promise<void> {
    const { body } = await this.call('POST', '/register', { event_types: '["message"]' }, this.#heardAt)
    this.#poller = this.#poll(String(body.queue_id))
    this.#isSending = true
    this.#running = Array.from({ length: senders }, (_, sender) => this.#send(sender))
  }

  /** Resolves once a message is acknowledged that was sent from now on. */
  acknowledgedFromNowOn(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push({ since: performance.now(), resolve }))
  }

  /** Resolves once a request that was made from now on was refused. */
  async refusedFromNowOn(): Promise<void> {
    const before = this.#refusals()
    while (this.#refusals() < before + 1) await pause(10)
  }

  async call(method: string, path: string, params: Record<string, string> = {}, at = this.#server): Promise<Answer> {
    const query = new URLSearchParams(params)
    const url = `${at.url}/api/v1${path}${method === 'GET' ? `?${query}` : ''}`
    const authorization = `Basic ${Buffer.from(`${this.#account.email}:${this.#account.apiKey}`).toString('base64')}`
    const response = await fetch(url, {
      method,
      headers: { authorization },
      ...(method === 'GET' ? {} : { body: query }),
      signal: AbortSignal.timeout(patienceMs),
    })
    const body = (await response.json()) as Record<string, unknown>
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body }
  }

  /** Nobody wants to know any more. */
  abandon(): void {
    this.#isSending = false
    this.#lastMessage = 0
  }

  /** Ends sending, then finds every acknowledged message once, in the database and among what was told. */
  async settle(): Promise<{ acknowledged: number; refused: number; kept: number }> {
    this.#isSending = false
    await Promise.all(this.#running)
    const { id } = await this.#mark()
    this.#lastMessage = id
    // the poller may have heard of it before it was told that it is the last
    await this.#mark()
    await this.#poller
    assert.deepEqual(this.wrong, [])
    const kept = await this.#kept()
    for (const [content, id] of this.acknowledged) {
      assert.deepEqual(kept.get(content), [id], `${content} was acknowledged as ${id}`)
      assert.equal(this.#seen.get(content), 1, `${content} was told so often`)
    }
    for (const [content, ids] of kept) assert.equal(ids.length, 1, `${content} was kept so often`)
    for (const [content, times] of this.#seen) assert.equal(times, 1, `${content} was told so often`)
    return { acknowledged: this.acknowledged.size, refused: this.#refusals(), kept: kept.size }
  }

  #refusals(): number {
    return [...this.refused.values()].reduce((sum, count) => sum + count, 0)
  }

  async #mark(): Promise<{ id: number }> {
    for (;;) {
      const { status, body } = await this.call('POST', '/messages', this.#message('the last one'))
      if (status === 200) return { id: body.id as number }
      await pause(100)
    }
  }

  #message(content: string): Record<string, string> {
    return { type: 'direct', to: `[${this.#account.userId}]`, content }
  }

  async #send(sender: number): Promise<void> {
    while (this.#isSending) {
      const key = `message ${this.#number++} of sender ${sender} in ${this.#name}`
      const content = `${key} ${'x'.repeat(this.#size)}`
      const begun = performance.now()
      try {
        const { status, retryAfter, body } = await this.call('POST', '/messages', this.#message(content))
        if (status === 200) {
          this.acknowledged.set(key, body.id as number)
          for (const one of this.#waiting.splice(0))
            if (begun >= one.since) one.resolve()
            else this.#waiting.push(one)
        } else {
          this.refused.set(status, (this.refused.get(status) ?? 0) + 1)
          if (status !== 503 || body.code !== 'SERVICE_UNAVAILABLE' || !/^\d+$/.test(retryAfter ?? ''))
            this.wrong.push(`${status} ${JSON.stringify(body)}, Retry-After ${retryAfter}`)
          await pause(50)
        }
      } catch (error) {
        // the process itself is there all the time
        this.wrong.push(`${String(error)} after ${Math.round(performance.now() - begun)} ms`)
        await pause(200)
      }
    }
  }

  async #poll(queueId: string): Promise<void> {
    let last = -1
    let newest = 0
    while (newest < this.#lastMessage) {
      try {
        const from = { queue_id: queueId, last_event_id: String(last) }
        const { status, body } = await this.call('GET', '/events', from, this.#heardAt)
        if (status === 503) await pause(50)
        else if (status !== 200) {
          this.wrong.push(`a poll was answered by ${status} ${JSON.stringify(body)}`)
          return
        }
        for (const event of (body.events as Record<string, unknown>[] | undefined) ?? []) {
          const { id, type, message } = event as { id: number; type: string; message?: { id: number; content: string } }
          if (id <= last) this.wrong.push(`event ${id} came after ${last}`)
          last = id
          if (type !== 'message' || !message) continue
          newest = message.id
          const key = this.#key(message.content)
          if (key) this.#seen.set(key, (this.#seen.get(key) ?? 0) + 1)
        }
      } catch (error) {
        this.wrong.push(`a poll ended with ${String(error)}`)
        return
      }
    }
  }

  /** What tells a message of the load from every other, and from those of an earlier one. */
  #key(text: string): string | undefined {
    return new RegExp(`message \\d+ of sender \\d+ in ${this.#name}`).exec(text)?.[0]
  }

  async #kept(): Promise<Map<string, number[]>> {
    const kept = new Map<string, number[]>()
    let anchor = 'oldest'
    for (;;) {
      const { status, body } = await this.call('GET', '/messages', {
        anchor,
        include_anchor: String(anchor === 'oldest'),
        num_before: '0',
        num_after: '1000',
        apply_markdown: 'false',
      })
      assert.equal(status, 200, JSON.stringify(body))
      const messages = body.messages as { id: number; content: string }[]
      for (const { id, content } of messages) {
        const key = this.#key(content)
        if (key) kept.set(key, [...(kept.get(key) ?? []), id])
      }
      if (body.found_newest || messages.length === 0) return kept
      anchor = String(messages.at(-1)?.id)
    }
  }
}
