import { envelopeBegins } from '#contract'
import type { SharedBeginning, SharedText } from '#platform/compression'

/** JSON that is written already, in pieces where it is long: others have their turn between them on its way out. */
class Written {
  /** Some of them may be shared with other answers. */
  readonly pieces: readonly (string | SharedText)[]
  constructor(text: string | readonly (string | SharedText)[]) {
    this.pieces = typeof text === 'string' ? [text] : text
  }

  get text(): string {
    return this.pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('')
  }
}

/** A reply whose JSON fields are written already: `"a":1,"b":2`. */
export class JsonFields extends Written {}

/** The same of an answer that begins as many do, its envelope included. */
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

/** The same in UTF-8, in pieces that stand one after the other. perf: put into the answer as they are. */
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

/** A value of the register response that is written already as JSON. */
export class JsonText extends Written {}

/** An answer that is no JSON, for callers of somebody else's protocol. */
export class PlainText {
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
  constructor(text: string, headers: Readonly<Record<string, string>> = {}) {
    this.text = text
    this.headers = headers
  }
}
