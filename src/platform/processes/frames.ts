/** What processes say to each other, each in a frame of its own. */
export type Frame =
  /** The first one in each direction: who speaks. */
  | { readonly kind: 'hello'; readonly id: string }
  /** Whoever speaks is alive; each end says so by itself, and nobody answers. */
  | { readonly kind: 'ping' }
  /** Wants no more requests; those under way are answered. */
  | { readonly kind: 'leaving' }
  /** Says after it that there will be none. */
  | { readonly kind: 'left' }
  | { readonly kind: 'request'; readonly number: number; readonly head: RequestHead; readonly body: Buffer }
  | { readonly kind: 'answer'; readonly number: number; readonly head: AnswerHead; readonly body: Buffer }
  /** Nothing was done with the request of that number. */
  | { readonly kind: 'declined'; readonly number: number }

/** A request as a client has sent it. */
export interface RequestHead {
  readonly method: string
  /** With the query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Of whoever is connected to the process that was asked: a client, or a proxy. */
  readonly address: string | undefined
  readonly orgId: number
}

/** How it was answered. */
export interface AnswerHead {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  /** Where the organization's log is, with all that the request has changed. */
  readonly position: number
}

const kinds = ['hello', 'ping', 'leaving', 'left', 'request', 'answer', 'declined'] as const

/** Of all that follows it; then kind, number, and length of the head. */
const lengthBytes = 4
const fixedBytes = 9
/** Longer than any answer to a request that is handed over. */
const maxBytes = 64 * 2 ** 20

/** What is no frame. */
class BrokenFrame extends Error {}

/** A frame as it travels: in pieces, so that no body is copied. */
export function written(frame: Frame): Buffer[] {
  const head = 'head' in frame ? frame.head : frame.kind === 'hello' ? { id: frame.id } : undefined
  const text = head === undefined ? '' : JSON.stringify(head)
  const body = 'body' in frame ? frame.body : undefined
  const headBytes = Buffer.byteLength(text)
  const first = Buffer.allocUnsafe(lengthBytes + fixedBytes + headBytes)
  first.writeUInt32BE(fixedBytes + headBytes + (body?.length ?? 0), 0)
  first.writeUInt8(kinds.indexOf(frame.kind), lengthBytes)
  first.writeUInt32BE('number' in frame ? frame.number : 0, lengthBytes + 1)
  first.writeUInt32BE(headBytes, lengthBytes + 5)
  first.write(text, lengthBytes + fixedBytes)
  return body?.length ? [first, body] : [first]
}

/** Makes frames of what arrives, in pieces of any length. */
export class FrameReader {
  #parts: Buffer[] = []
  #bytes = 0

  #join(): void {
    if (this.#parts.length > 1) this.#parts = [Buffer.concat(this.#parts)]
  }

  /** Those that are complete now; throws for what is none. */
  *read(part: Buffer): Generator<Frame> {
    this.#parts.push(part)
    this.#bytes += part.length
    for (;;) {
      if (this.#bytes < lengthBytes) return
      if ((this.#parts[0] as Buffer).length < lengthBytes) this.#join()
      const length = (this.#parts[0] as Buffer).readUInt32BE(0)
      if (length < fixedBytes || length > maxBytes) throw new BrokenFrame(`a frame of ${length} bytes`)
      if (this.#bytes < lengthBytes + length) return
      this.#join()
      const all = this.#parts[0] as Buffer
      const rest = all.subarray(lengthBytes + length)
      this.#parts = rest.length > 0 ? [rest] : []
      this.#bytes = rest.length
      yield read(all.subarray(lengthBytes, lengthBytes + length))
    }
  }
}

function read(bytes: Buffer): Frame {
  const kind = kinds[bytes.readUInt8(0)]
  const number = bytes.readUInt32BE(1)
  const bodyAt = fixedBytes + bytes.readUInt32BE(5)
  if (bodyAt > bytes.length) throw new BrokenFrame('a head that is longer than its frame')
  const head = () => JSON.parse(bytes.toString('utf8', fixedBytes, bodyAt))
  switch (kind) {
    case 'hello':
      return { kind, id: String(head().id) }
    case 'request':
    case 'answer':
      return { kind, number, head: head(), body: bytes.subarray(bodyAt) }
    case 'declined':
      return { kind, number }
    case undefined:
      throw new BrokenFrame('a frame of an unknown kind')
    default:
      return { kind }
  }
}
