import { parsedJson } from '#contract'
import { Unreadable } from '../records.ts'
import { inUtf8, type OtherEncoding } from './utf8.ts'

type JsonPart =
  | { kind: 'element'; value: unknown }
  /** Everything except the list, which is empty in it; comes last. */
  | { kind: 'around'; value: unknown }
  /** An element that can't be parsed, or a file that is truncated or has no list. */
  | { kind: 'broken'; reason: string }

const maxBytes = 32 * 2 ** 20
const maxAround = 4 * 2 ** 20
const maxPerKey = 1_000
const deepest = 200

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * The elements of a list. `key` names a list in a top-level object, whose other content comes at the end; without it,
 * the file is the list. `found` is called once if the encoding isn't UTF-8.
 */
export async function* jsonList(
  chunks: AsyncIterable<Uint8Array>,
  key?: string,
  found?: (encoding: OtherEncoding) => void,
): AsyncGenerator<JsonPart> {
  const isList = key === undefined
  const reader = new ListReader({ tops: [isList ? openList : openObject], isWanted: (name) => isList || name === key })
  yield* reader.parts(inUtf8(chunks, found))
  if (reader.count === 0 && !reader.isBroken) yield { kind: 'broken', reason: 'without a list' }
  if (!isList && reader.isStarted) yield reader.around()
}

/**
 * Rows of a file like `{"table": [row, …], …}`, or like `[row, …]`, where the table is empty. Tables that aren't wanted
 * are skipped. Throws `Unreadable` if the file is truncated or isn't JSON.
 */
export async function* rowsOf(
  chunks: AsyncIterable<Uint8Array>,
  isWanted: (table: string) => boolean = () => true,
  found?: (encoding: OtherEncoding) => void,
): AsyncGenerator<{ table: string; row: unknown }> {
  const reader = new ListReader({ tops: [openList, openObject], isWanted, keepsNothingElse: true })
  for await (const part of reader.parts(inUtf8(chunks, found)))
    if (part.kind === 'element') yield { table: reader.list, row: part.value }
    else throw new Unreadable(`there is something in it that is ${(part as { reason: string }).reason}`)
}

/** The content of the object before the list; stops reading there. Undefined if the file has another form. */
export async function jsonHead(chunks: AsyncIterable<Uint8Array>, key: string): Promise<unknown> {
  let isSeen = false
  const upToList = async function* () {
    let taken = 0
    for await (const chunk of chunks) {
      yield chunk
      taken += chunk.length
      if (isSeen || taken > maxAround) return
    }
  }
  let head: unknown
  for await (const part of jsonList(upToList(), key)) {
    if (part.kind === 'element') isSeen = true
    if (part.kind === 'around') head = part.value
  }
  return head
}

interface Wanted {
  readonly tops: readonly number[]
  /** Lists are known by their key in the top-level object; a top-level list has none. */
  isWanted(list: string): boolean
  readonly keepsNothingElse?: boolean
}

/**
 * Finds list elements by their brackets and parses each separately, so that memory is limited to the largest element,
 * and a broken element doesn't affect those after it. Streaming parsers give up at the first error, and assign to keys
 * that the file chooses.
 */
class ListReader {
  list = ''
  count = 0
  isStarted = false
  isBroken = false
  readonly #wanted: Wanted
  readonly #around = new Collected(maxAround)
  readonly #element = new Collected(maxBytes)
  readonly #key = new Collected(maxPerKey)
  #depth = 0
  #deepest = 0
  /** Depth of the elements; 0 outside of wanted lists. */
  #inside = 0

  constructor(wanted: Wanted) {
    this.#wanted = wanted
  }

  async *parts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<JsonPart> {
    let inString = false
    let isEscaped = false
    /** The last string in the top-level object: a key if a colon follows. */
    let string = ''
    let key = ''
    for await (const bytes of chunks) {
      let start = 0
      for (let at = 0; at < bytes.length; at++) {
        if (inString) {
          const begin = at
          if (isEscaped) at++
          // perf: most of a file is text; skip from quote to quote
          const found = bytes.indexOf(quote, at)
          const end = found < 0 ? bytes.length : found
          let run = 0
          while (end - run > at && bytes[end - run - 1] === backslash) run++
          isEscaped = run % 2 === 1
          if (this.#isAtTop) this.#key.add(bytes, begin, end + (found >= 0 && isEscaped ? 1 : 0))
          if (found >= 0 && isEscaped) isEscaped = false
          else if (found >= 0) {
            inString = false
            if (this.#isAtTop) string = this.#key.text()
          }
          at = end
          continue
        }
        const byte = bytes[at]!
        if (!this.isStarted) {
          if (byte <= 0x20 || byte >= 0x80) continue
          if (!this.#wanted.tops.includes(byte)) {
            yield this.#broken(this.#wanted.tops.includes(openObject) ? 'not an object' : 'not a list')
            return
          }
          this.isStarted = true
          this.#depth = 1
          if (byte === openList) {
            this.#enter('')
            start = at + 1
          } else start = at
          continue
        }
        if (byte === quote) inString = true
        else if (byte === colon && this.#isAtTop) key = string
        else if (byte === openList || byte === openObject) {
          this.#depth++
          if (this.#depth > this.#deepest) this.#deepest = this.#depth
          if (byte === openList && this.#depth === 2 && this.#inside === 0 && this.#wanted.isWanted(key)) {
            this.#collect(bytes, start, at + 1)
            start = at + 1
            this.#enter(key)
          }
        } else if (byte === closeList || byte === closeObject) {
          if (this.#depth === this.#inside) {
            const part = this.#finished(bytes, start, at)
            if (part) yield part
            start = at
            this.#inside = 0
          }
          this.#depth--
          if (this.#depth === 0) {
            this.#collect(bytes, start, at + 1)
            return
          }
        } else if (byte === comma) {
          if (this.#isAtTop) key = ''
          if (this.#depth === this.#inside) {
            const part = this.#finished(bytes, start, at)
            if (part) yield part
            start = at + 1
          }
        }
      }
      this.#collect(bytes, start, bytes.length)
    }
    if (this.#inside === 2) this.#around.add(Buffer.from(']}'), 0, 2)
    const isWithin = this.#inside > 0 && this.#element.length > 0
    yield this.#broken(isWithin ? 'cut off within a record' : this.isStarted ? 'cut off' : 'without a list')
  }

  around(): JsonPart {
    const value = this.#around.parsed()
    return value === undefined || 'reason' in value
      ? { kind: 'broken', reason: value?.reason ?? 'without a list' }
      : { kind: 'around', value: value.value }
  }

  get #isAtTop(): boolean {
    return this.#depth === 1 && this.#inside === 0
  }

  #enter(list: string): void {
    this.list = list
    this.#inside = this.#depth
    this.#deepest = 0
    this.count++
  }

  #collect(bytes: Uint8Array, start: number, end: number): void {
    if (this.#inside > 0) this.#element.add(bytes, start, end)
    else if (!this.#wanted.keepsNothingElse) this.#around.add(bytes, start, end)
  }

  /** Undefined if there is only whitespace. */
  #finished(bytes: Uint8Array, start: number, end: number): JsonPart | undefined {
    const isTooDeep = this.#deepest - this.#inside > deepest
    this.#deepest = 0
    const found = this.#element.parsed(bytes, start, end, isTooDeep)
    return found && ('reason' in found ? this.#broken(found.reason) : { kind: 'element', value: found.value })
  }

  #broken(reason: string): JsonPart {
    this.isBroken = true
    return { kind: 'broken', reason }
  }
}

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

  text(): string {
    const bytes = Buffer.concat(this.#parts)
    this.#clear()
    const value = parsedJson(`"${bytes.toString('utf8')}"`)
    return typeof value === 'string' ? value : ''
  }

  /** Parses the collected bytes and those of the last chunk. Undefined if there is only whitespace. */
  parsed(
    bytes: Uint8Array = new Uint8Array(),
    start = 0,
    end = 0,
    isTooDeep = false,
  ): { value: unknown } | { reason: string } | undefined {
    // perf: most elements are within one chunk and need no copy
    const last = Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.max(0, end - start))
    const isTooLong = this.length + last.length > this.#most
    const whole = this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last])
    this.#clear()
    if (isTooLong) return { reason: 'too large' }
    if (isTooDeep) return { reason: 'too deep' }
    const text = whole.toString('utf8').replace(/^\ufeff/, '')
    const value = parsedJson(text)
    if (value === undefined) return text.trim() === '' ? undefined : { reason: 'not JSON' }
    return { value }
  }

  #clear(): void {
    this.#parts = []
    this.length = 0
  }
}
