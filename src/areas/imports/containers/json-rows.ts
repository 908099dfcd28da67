import { createReadStream } from 'node:fs'
import { Unreadable } from '../records.ts'

/** In bytes: longer than any row that is one. */
const mostOfRow = 32 * 2 ** 20

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openers = new Set([0x7b, 0x5b])
const closers = new Set([0x7d, 0x5d])
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/**
 * The rows of a file of the form `{"table": [row, …], …}`, or `[row, …]` with an empty table, one after the other: of a file
 * of any size, one row is in memory. Throws `Unreadable` where the file is cut off or no JSON.
 * perf: only the ends of rows are looked for here; what is between, `JSON.parse` reads.
 */
export async function* rowsOf(file: string): AsyncGenerator<{ table: string; row: unknown }> {
  let depth = 0
  let inText = false
  let isEscaped = false
  let table = ''
  /** Where rows are: in the list of a table, or in one that is all. */
  let rowDepth = Number.POSITIVE_INFINITY
  /** A row, or the name of a table, as far as it has been read. */
  let held: Buffer[] = []
  let heldSize = 0
  let keyText: string | undefined
  const fail = (why: string) => new Unreadable(`${why} in ${file.split('/').at(-1)}`)
  const parsed = (bytes: Buffer): unknown => {
    try {
      return JSON.parse(bytes.toString('utf8'))
    } catch {
      throw fail('There is a row that is no JSON')
    }
  }
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let start = -1
    if (held.length > 0) start = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number
      if (inText) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) {
          inText = false
          if (depth === 1 && rowDepth > 2) {
            // the name of a table, perhaps
            keyText = String(parsed(Buffer.concat([...held, chunk.subarray(start, at + 1)])))
            held = []
            heldSize = 0
            start = -1
          }
        }
        continue
      }
      if (byte === quote) {
        inText = true
        if (start < 0 && (depth === 1 || depth >= rowDepth)) start = at
      } else if (openers.has(byte)) {
        depth++
        if (depth === 1 && byte === 0x5b) rowDepth = 1
        else if (depth === 2 && byte === 0x5b && rowDepth !== 1) {
          rowDepth = 2
          table = keyText ?? ''
        } else if (depth > rowDepth && start < 0) start = at
      } else if (closers.has(byte)) {
        depth--
        if (depth < 0) throw fail('There is more than one end')
        const ends = depth === rowDepth ? at + 1 : depth === rowDepth - 1 ? at : -1
        if (ends >= 0 && start >= 0) {
          yield { table, row: parsed(Buffer.concat([...held, chunk.subarray(start, ends)])) }
          held = []
          heldSize = 0
          start = -1
        }
        if (depth < rowDepth && rowDepth === 2) rowDepth = Number.POSITIVE_INFINITY
      } else if (byte === comma && depth === rowDepth) {
        if (start >= 0) yield { table, row: parsed(Buffer.concat([...held, chunk.subarray(start, at)])) }
        held = []
        heldSize = 0
        start = -1
      } else if (start < 0 && depth >= rowDepth && !isSpace(byte) && byte !== colon) start = at
    }
    if (start >= 0) {
      held.push(Buffer.from(chunk.subarray(start)))
      heldSize += chunk.length - start
      if (heldSize > mostOfRow) throw fail('There is a row that is too long')
    }
  }
  if (depth !== 0 || inText) throw fail('Something is cut off')
}
