import { setTimeout as sleep } from 'node:timers/promises'
import { FormData, request } from 'undici'
import { vi } from 'vitest'
import { ApiError } from '#contract'
import { assert } from '#test'
import type { LoquatClient } from '../../client/index.ts'
import type { Made, Scene } from './fixture.ts'

type Params = [string, string][]

export async function post(from: LoquatClient, content: string): Promise<number> {
  const { id } = await from.send('POST', '/messages', [
    ['type', 'stream'],
    ['to', '"general"'],
    ['topic', 'soup'],
    ['content', content],
  ])
  return id as number
}

export async function newest(from: LoquatClient, count = 5_000) {
  const { messages } = await from.send('GET', '/messages', [
    ['anchor', 'newest'],
    ['num_before', String(count)],
    ['num_after', '0'],
    ['apply_markdown', 'false'],
  ] as Params)
  return messages as { id: number; content: string }[]
}

/** People who send, react, edit, and upload without a pause through both processes, until stopped. */
export class People {
  readonly sent = new Map<number, string>()
  readonly #files: string[] = []
  readonly #scene: Scene
  readonly #made: Made
  readonly #all: Promise<unknown>
  #isOver = false

  constructor(scene: Scene, made: Made) {
    this.#scene = scene
    this.#made = made
    this.#all = Promise.all([this.#send(0, 'one'), this.#send(1, 'other'), this.#upload(0), this.#upload(1)])
    this.#all.catch(() => {})
  }

  async more(count: number): Promise<void> {
    const goal = this.sent.size + count
    await vi.waitFor(() => assert.ok(this.sent.size >= goal), { timeout: 300_000 })
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#all
  }

  /** Asserts that everything acknowledged is there in its latest version, and only once. */
  async isWhole(): Promise<void> {
    for (const at of [0, 1]) {
      const client = this.#scene.client(this.#made, at)
      const there = new Map((await newest(client)).map(({ id, content }) => [id, content]))
      for (const [id, text] of this.sent) assert.equal(there.get(id), text)
      const again = new Set(this.#scene.askedAgain.map((body) => new URLSearchParams(body).get('content')))
      const texts = [...there.values()].filter((text) => /^(?:one|other) /.test(text) && !again.has(text))
      assert.equal(new Set(texts).size, texts.length, 'a message is there twice')
    }
    const file = `${this.#scene.servers[1]?.url}${this.#files.at(-1)}`
    const reply = await request(file, { headers: this.#headers })
    assert.equal(reply.statusCode, 200)
  }

  async #send(at: number, name: string): Promise<void> {
    const client = this.#scene.client(this.#made, at)
    for (let each = 0; !this.#isOver; each++) {
      const text = `${name} ${each}`
      const id = await post(client, text)
      assert.ok(!this.sent.has(id))
      this.sent.set(id, text)
      // leave CPU time to others
      await sleep(20)
      if (each % 3 === 0)
        await client
          .send('POST', `/messages/${id}/reactions`, [
            ['emoji_name', 'tada'],
            ['emoji_code', '1f389'],
            ['reaction_type', 'unicode_emoji'],
          ])
          .catch((error: unknown) => {
            // the first try may have succeeded
            if (!(error instanceof ApiError && error.code === 'REACTION_ALREADY_EXISTS')) throw error
            assert.ok(this.#scene.askedAgain.length > 0)
          })
      if (each % 4 === 0) {
        await client.send('PATCH', `/messages/${id}`, [['content', `${text} edited`]])
        this.sent.set(id, `${text} edited`)
      }
      if (each % 5 === 0)
        await client.send('POST', '/messages/flags', [
          ['messages', `[${id}]`],
          ['op', 'add'],
          ['flag', 'starred'],
        ])
    }
  }

  async #upload(at: number): Promise<void> {
    for (let each = 0; !this.#isOver; each++) {
      const form = new FormData()
      form.append('file', new Blob([`plan ${each}`]), `plan${each}.txt`)
      const reply = await request(`${this.#scene.servers[at]?.url}/api/v1/user_uploads`, {
        method: 'POST',
        headers: this.#headers,
        body: form,
      }).catch(() => undefined)
      const body = (await reply?.body.json()) as { url?: string } | undefined
      if (body?.url) this.#files.push(body.url)
      await sleep(100)
    }
  }

  get #headers() {
    const { realm_url, owner } = this.#made
    return {
      host: new URL(realm_url).host,
      authorization: `Basic ${Buffer.from(`${owner.email}:${owner.api_key}`).toString('base64')}`,
    }
  }
}
