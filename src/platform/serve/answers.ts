import { envelopeBegins } from '#contract'
import type { SharedBeginning, SharedText } from '#platform/compression'

/** Serialized JSON, in several pieces if long, so that other work can run while it's sent. */
class Written {
  /** Some may be shared with other responses. */
  readonly pieces: readonly (string | SharedText)[]
  constructor(text: string | readonly (string | SharedText)[]) {
    this.pieces = typeof text === 'string' ? [text] : text
  }

  get text(): string {
    return this.pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('')
  }
}

/** A response whose JSON fields are already serialized: `"a":1,"b":2`. */
export class JsonFields extends Written {}

/** The same for responses with a common beginning, which includes the envelope. */
export class CommonFields extends JsonFields {
  readonly beginning: SharedBeginning
  readonly rest: string

  constructor(beginning: SharedBeginning, rest: string) {
    super([])
    this.beginning = beginning
    this.rest = rest
  }

  override get text(): string {
    return this.beginning.text.slice(envelopeBegins.length + 1) + this.rest
  }
}

/** The same as UTF-8 pieces. perf: they're copied into the response as they are. */
export class JsonBytes extends JsonFields {
  readonly bytes: readonly Buffer[]

  constructor(bytes: readonly Buffer[]) {
    super([])
    this.bytes = bytes
  }

  override get text(): string {
    return Buffer.concat(this.bytes).toString()
  }
}

/** A serialized value of the register response. */
export class JsonText extends Written {}

/** A response in the format of server-sent events, which ends when its source does or the client disconnects. */
export class ServerSentEvents {
  readonly frames: AsyncIterable<string>

  constructor(frames: AsyncIterable<string>) {
    this.frames = frames
  }
}

/** A plain-text response, for other services' protocols. */
export class PlainText {
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
  constructor(text: string, headers: Readonly<Record<string, string>> = {}) {
    this.text = text
    this.headers = headers
  }
}
