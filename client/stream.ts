import { ApiError, type WireEvent } from '#contract'

/** A buffering proxy holds back even the comment that the server sends at once. */
const firstTextMs = 10_000
/** Streams in a row without an event before polls replace them. */
const maxFailures = 3

/** Reason for aborting a request that received nothing for too long, not even a heartbeat. */
export class Silence extends Error {}

/** Whether events may come as a stream, which the network between here and the server may not allow. */
export interface Streaming {
  readonly isAllowed: boolean
  /** Called when polls work and streams don't. */
  giveUp(): void
}

/** Chooses between streams and polls for a session's next request. */
export class StreamChoice {
  readonly #streaming: Streaming | undefined
  /** Streams without an event in a row. */
  #failures = 0
  #isDoubtful = false

  constructor(streaming: Streaming | undefined) {
    this.#streaming = streaming
  }

  /** After a stream without events, a poll that doesn't wait shows whether it's the server that doesn't respond. */
  get next(): 'stream' | 'poll' | 'poll at once' {
    if (!this.#streaming?.isAllowed) return 'poll'
    return this.#isDoubtful ? 'poll at once' : 'stream'
  }

  /** Records whether a poll works: if it fails too, streams aren't the problem. */
  async polled<T>(poll: Promise<T>): Promise<T> {
    try {
      const answer = await poll
      if (this.#failures >= maxFailures) this.#streaming?.giveUp()
      return answer
    } catch (problem) {
      this.#failures = 0
      throw problem
    } finally {
      this.#isDoubtful = false
    }
  }

  /** Events in a stream's body, in the batches that arrive. Aborts the attempt if a proxy holds them back. */
  async *events(open: () => Promise<ReadableStream<Uint8Array> | undefined>, attempt: AbortController) {
    this.#isDoubtful = true
    const timer = setTimeout(() => {
      this.#failures = maxFailures
      attempt.abort()
    }, firstTextMs)
    try {
      const body = await open()
      if (!body) this.#failures = maxFailures
      else
        for await (const events of batchesIn(body)) {
          clearTimeout(timer)
          if (events.length === 0) continue
          this.#failures = 0
          this.#isDoubtful = false
          yield events
        }
      if (this.#isDoubtful) this.#failures++
    } catch (problem) {
      if (problem instanceof ApiError && problem.status === 404) this.#failures = maxFailures
      else if (!attempt.signal.aborted || attempt.signal.reason instanceof Silence) this.#failures++
      throw problem
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Reads server-sent events; comments are empty batches. */
async function* batchesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<WireEvent[]> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const frames = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = frames.pop() as string
      yield frames.flatMap((frame) => {
        const [, data] = frame.split('\ndata: ')
        return data === undefined ? [] : (JSON.parse(data) as WireEvent)
      })
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}
