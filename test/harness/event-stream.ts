import { type IncomingMessage, request } from 'node:http'
import { organizationCache } from '../../src/features/people/organization/cache.ts'
import type { Person } from './person.ts'

export interface Frame {
  readonly id: string
  readonly data: { id: number; type: string } & Record<string, unknown>
}

/** A response of `GET /events/stream`, read frame by frame. */
export class EventStreamReader {
  readonly response: IncomingMessage
  readonly #chunks: AsyncIterator<Buffer>
  readonly #frames: string[] = []
  #text = ''

  constructor(response: IncomingMessage) {
    this.response = response
    this.#chunks = response[Symbol.asyncIterator]()
  }

  static async open(
    { email, apiKey, org, server }: Person,
    queueId: string,
    {
      lastEventId = -1,
      headers = {},
      method = 'GET',
    }: { lastEventId?: number; headers?: Record<string, string>; method?: 'GET' | 'HEAD' } = {},
  ): Promise<EventStreamReader> {
    const query = new URLSearchParams({ queue_id: queueId, last_event_id: `${lastEventId}` })
    const host = `${org.get(organizationCache).subdomain}.${new URL(server.runtime.config.url ?? '').hostname}`
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`
      const path = `/api/v1/events/stream?${query}`
      const sent = { host, ...(headers.cookie ? {} : { authorization }), ...headers }
      const asked = request(
        { method, port: server.port, host: '127.0.0.1', path, headers: sent, agent: false },
        resolve,
      )
      asked.on('error', reject).end()
    })
    return new EventStreamReader(response)
  }

  /** The next event, without comments; undefined at the end of the response. */
  async next(): Promise<Frame | undefined> {
    for (;;) {
      const frame = await this.nextFrame()
      if (frame === undefined) return undefined
      const [, id, data] = /^id: (.*)\ndata: (.*)$/.exec(frame) ?? []
      if (id !== undefined && data !== undefined) return { id, data: JSON.parse(data) }
    }
  }

  async nextFrame(): Promise<string | undefined> {
    while (this.#frames.length === 0) {
      const { done, value } = await this.#chunks.next().catch(() => ({ done: true, value: undefined }))
      if (done) return undefined
      const frames = (this.#text + value).split('\n\n')
      this.#text = frames.pop() as string
      this.#frames.push(...frames)
    }
    return this.#frames.shift()
  }

  /** Reads the rest of the response, which must end. */
  async rest(): Promise<string> {
    let text = this.#frames.join('\n\n') + this.#text
    for (let next = await this.#chunks.next(); !next.done; next = await this.#chunks.next()) text += next.value
    return text
  }

  close(): void {
    this.response.destroy()
  }
}
