import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { assert, type RealServer } from '#test'
import { type Account, type Answer, Client } from './client.ts'
import { QueueFollower } from './queue-follower.ts'

const senders = 5

interface Options {
  /** Extra characters in each message. */
  size?: number
  /** Servers that the receivers listen at, if others than those that take messages. */
  heardAt?: RealServer | readonly RealServer[]
}

/** People who send all the time, and some who receive: in the end, everything promised to them is checked. */
export class Load {
  readonly #servers: readonly RealServer[]
  readonly #account: Account
  readonly acknowledged = new Map<string, number>()
  readonly refused = new Map<number, number>()
  readonly #wrong: string[] = []
  readonly #waiting: { since: number; resolve: () => void }[] = []
  #isSending = false
  #running: Promise<void>[] = []
  #number = 0
  readonly #followers: readonly QueueFollower[]
  readonly #size: number
  readonly #name = `load ${randomUUID()}`
  readonly #client: Client

  /** With several servers, people switch to the next when one doesn't respond. */
  constructor(at: RealServer | readonly RealServer[], account: Account, { size = 0, heardAt = at }: Options = {}) {
    this.#servers = [at].flat()
    this.#account = account
    this.#size = size
    this.#client = new Client(this.#servers, account)
    const telling = [heardAt].flat()
    this.#followers = telling.map(
      (_, index) => new QueueFollower(new Client(telling, account, index), (text) => this.#key(text)),
    )
  }

  async start(): Promise<void> {
    for (const follower of this.#followers) await follower.start()
    this.#isSending = true
    this.#running = Array.from({ length: senders }, (_, sender) => this.#send(sender))
  }

  /** What must never happen: other errors, missing responses, a 503 without Retry-After. */
  get wrong(): readonly string[] {
    return [...this.#wrong, ...this.#followers.flatMap(({ wrong }) => wrong)]
  }

  acknowledgedFromNowOn(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push({ since: performance.now(), resolve }))
  }

  async refusedFromNowOn(): Promise<void> {
    const before = this.#refusals()
    while (this.#refusals() < before + 1) await pause(10)
  }

  call(method: string, path: string, params: Record<string, string> = {}): Promise<Answer> {
    return this.#client.call(method, path, params)
  }

  /** Stops without checks. */
  abandon(): void {
    this.#isSending = false
    for (const follower of this.#followers) follower.endAt(0)
  }

  /** Stops sending, then finds every acknowledged message once, in the database and at each receiver. */
  async settle(): Promise<{ acknowledged: number; refused: number; kept: number }> {
    this.#isSending = false
    await Promise.all(this.#running)
    const last = await this.#mark()
    for (const follower of this.#followers) follower.endAt(last)
    // they may have received it before they knew that it's the last
    await this.#mark()
    await Promise.all(this.#followers.map((follower) => follower.ended()))
    assert.deepEqual(this.wrong, [])
    const kept = await this.#kept()
    for (const [content, id] of this.acknowledged)
      assert.deepEqual(kept.get(content), [id], `${content} was acknowledged as ${id}`)
    for (const [content, ids] of kept) assert.equal(ids.length, 1, `${content} was kept so often`)
    for (const { seen } of this.#followers) {
      for (const [content, [id = 0]] of kept)
        if (id < last) assert.equal(seen.get(content), 1, `${content} was told so often`)
      for (const [content, times] of seen) assert.equal(times, 1, `${content} was told so often`)
    }
    return { acknowledged: this.acknowledged.size, refused: this.#refusals(), kept: kept.size }
  }

  #refusals(): number {
    return [...this.refused.values()].reduce((sum, count) => sum + count, 0)
  }

  async #mark(): Promise<number> {
    for (;;) {
      const { status, body } = await this.call('POST', '/messages', this.#message('the last one'))
      if (status === 200) return body.id as number
      await pause(100)
    }
  }

  #message(content: string): Record<string, string> {
    return { type: 'direct', to: `[${this.#account.userId}]`, content }
  }

  async #send(sender: number): Promise<void> {
    const client = new Client(this.#servers, this.#account, sender)
    while (this.#isSending) {
      const key = `message ${this.#number++} of sender ${sender} in ${this.#name}`
      const content = `${key} ${'x'.repeat(this.#size)}`
      const begun = performance.now()
      try {
        const { status, retryAfter, body } = await client.call('POST', '/messages', this.#message(content))
        if (status === 200) {
          this.acknowledged.set(key, body.id as number)
          for (const one of this.#waiting.splice(0))
            if (begun >= one.since) one.resolve()
            else this.#waiting.push(one)
        } else {
          this.refused.set(status, (this.refused.get(status) ?? 0) + 1)
          if (status !== 503 || body.code !== 'SERVICE_UNAVAILABLE' || !/^\d+$/.test(retryAfter ?? ''))
            this.#wrong.push(`${status} ${JSON.stringify(body)}, Retry-After ${retryAfter}`)
          client.move()
          await pause(50)
        }
      } catch (error) {
        // a single process must always respond
        if (!client.move()) this.#wrong.push(`${String(error)} after ${Math.round(performance.now() - begun)} ms`)
        await pause(200)
      }
    }
  }

  /** Identifies a message of this load, as opposed to others and earlier loads. */
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
