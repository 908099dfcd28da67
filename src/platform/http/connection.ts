import type { ServerResponse } from 'node:http'
import type { Closing } from '#platform/events'

/** perf: an abort signal for each poll took a tenth of the processor, most of it after the answer had gone. */
export class Connection implements Closing {
  readonly #response: ServerResponse

  constructor(response: ServerResponse) {
    this.#response = response
  }

  get isClosed() {
    return this.#response.destroyed && !this.#response.writableFinished
  }
}

/** Also counts as closed once its session or token has ended. */
export class EndingConnection extends Connection {
  readonly #known: { readonly hasEnded: boolean }

  constructor(response: ServerResponse, known: { readonly hasEnded: boolean }) {
    super(response)
    this.#known = known
  }

  override get isClosed() {
    return this.#known.hasEnded || super.isClosed
  }
}
