/** What a file of JSON holds that is a list, or an object with a list in it. */
type JsonPart =
  /** An element of the list. */
  | { kind: 'element'; value: unknown }
  /** Everything around the list, which is empty in it; said last. */
  | { kind: 'around'; value: unknown }
  /** An element that cannot be read, or a file that is cut off or no list at all. */
  | { kind: 'broken'; reason: string }

const mostBytes = 32 * 2 ** 20
const mostAround = 4 * 2 ** 20
const deepest = 200

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Finds the elements of a list by its brackets and parses each alone, so that a file of any size takes the memory of its
 * largest element, and an element that is broken costs itself and not what follows. A parser of streams gives up at the
 * first error, and makes objects by assigning to keys that the file chooses.
 *
 * `key` names the list within an object at the top; without it the file is the list.
 */
export async function* jsonList(chunks: AsyncIterable<Uint8Array>, key?: string): AsyncGenerator<JsonPart> {
  const around = new Collected(mostAround)
  const element = new Collected(mostBytes)
  let depth = 0
  let deepestInElement = 0
  /** How deep the elements lie; 0 before the list was found. */
  let inside = key === undefined ? 1 : 0
  let isOver = false
  let inString = false
  let isEscaped = false
  let string = ''
  let lastKey: string | undefined
  let isBegun = false
  let isFirst = true

  const finished = (): JsonPart | undefined => {
    const isTooDeep = deepestInElement - inside > deepest
    deepestInElement = 0
    return element.parsed(isTooDeep)
  }

  for await (const bytes of chunks) {
    let start = 0
    const collect = (end: number) => (inside > 0 && !isOver ? element : around).add(bytes, start, end)
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]!
      if (inString) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) inString = false
        if (inString && depth === 1 && inside === 0 && string.length < 100) string += String.fromCharCode(byte)
        continue
      }
      if (isFirst && byte > 0x20 && byte < 0x80) {
        isFirst = false
        if (byte !== (key === undefined ? openList : openObject)) {
          yield { kind: 'broken', reason: key === undefined ? 'not a list' : 'not an object' }
          return
        }
        if (key === undefined) {
          start = at + 1
          depth = 1
          isBegun = true
          continue
        }
      }
      if (byte === quote) {
        inString = true
        string = ''
      } else if (byte === colon && depth === 1 && inside === 0) lastKey = string
      else if (byte === openList || byte === openObject) {
        depth++
        if (depth > deepestInElement) deepestInElement = depth
        if (inside === 0 && !isOver && depth === 2 && byte === openList && lastKey === key) {
          collect(at + 1)
          start = at + 1
          inside = 2
          isBegun = true
        }
      } else if (byte === closeList || byte === closeObject) {
        if (depth === inside && !isOver) {
          collect(at)
          start = at
          const part = finished()
          if (part) yield part
          isOver = true
        }
        depth--
      } else if (byte === comma) {
        if (depth === 1 && inside === 0) lastKey = undefined
        if (depth === inside && !isOver) {
          collect(at)
          start = at + 1
          const part = finished()
          if (part) yield part
        }
      }
    }
    collect(bytes.length)
  }
  if (!isOver) {
    if (element.length > 0) yield { kind: 'broken', reason: 'cut off within a record' }
    else yield { kind: 'broken', reason: isBegun ? 'cut off' : 'without a list' }
    if (key !== undefined && isBegun) around.add(Buffer.from(']}'), 0, 2)
  }
  if (key !== undefined) yield around.parsed(false, 'around') ?? { kind: 'broken', reason: 'without a list' }
}

/** What stands around the list, up to it: no more of the file is read. Undefined where the file is something else. */
export async function jsonHead(chunks: AsyncIterable<Uint8Array>, key: string): Promise<unknown> {
  async function* upToList(): AsyncGenerator<Uint8Array> {
    let taken = 0
    for await (const chunk of chunks) {
      yield chunk
      taken += chunk.length
      if (taken > mostAround) return
    }
  }
  let isSeen = false
  const stopping = async function* () {
    for await (const chunk of upToList()) {
      yield chunk
      if (isSeen) return
    }
  }
  let head: unknown
  for await (const part of jsonList(stopping(), key)) {
    if (part.kind === 'element') isSeen = true
    if (part.kind === 'around') head = part.value
  }
  return head
}

/** Bytes that lie in several chunks. */
class Collected {
  readonly #most: number
  #parts: Uint8Array[] = []
  length = 0

  constructor(most: number) {
    this.#most = most
  }

  add(bytes: Uint8Array, start: number, end: number): void {
    if (end <= start) return
    this.length += end - start
    if (this.length <= this.#most) this.#parts.push(bytes.slice(start, end))
    else this.#parts = []
  }

  /** Undefined where there is nothing but space. */
  parsed(isTooDeep: boolean, kind: 'element' | 'around' = 'element'): JsonPart | undefined {
    const isTooLong = this.length > this.#most
    const text = Buffer.concat(this.#parts)
      .toString('utf8')
      .replace(/^\ufeff/, '')
    this.#parts = []
    this.length = 0
    if (isTooLong) return { kind: 'broken', reason: 'too large' }
    if (isTooDeep) return { kind: 'broken', reason: 'too deep' }
    if (text.trim() === '') return undefined
    const value = parsedJson(text)
    return value === undefined ? { kind: 'broken', reason: 'not JSON' } : { kind, value }
  }
}

/** Undefined where it is no JSON, which has no such value. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
