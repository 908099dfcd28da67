import { promisify } from 'node:util'
import { brotliCompress, constants, crc32 } from 'node:zlib'
import { joinedCrc } from './crc.ts'
import { type Part, part } from './part.ts'

/** Deflate, no name, no time, unknown operating system (RFC 1952). */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** An empty final block. */
const end = Buffer.from([3, 0])

const trailer = (crc: number, bytes: number): Buffer => {
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32LE(crc, 0)
  numbers.writeUInt32LE(bytes % 2 ** 32, 4)
  return numbers
}

export function gzipOf(parts: readonly Part[]): Buffer {
  let crc = 0
  let bytes = 0
  for (const one of parts) {
    crc = joinedCrc(crc, one.crc, one.shift)
    bytes += one.bytes
  }
  return Buffer.concat([header, ...parts.map(({ body }) => body), end, trailer(crc, bytes)])
}

const brotli = promisify(brotliCompress)

/** The size limit of an uncompressed block in both formats. */
const longestEnd = 65_535

/** A common beginning of many responses: compressed once, and followed by an uncompressed block with the rest. */
export class SharedBeginning {
  readonly text: string
  #gzip: Promise<Part> | undefined
  #brotli: Promise<Buffer> | undefined

  constructor(text: string) {
    this.text = text
  }

  /** The whole text as one body; undefined if `rest` doesn't fit into one uncompressed block. */
  async compressed(encoding: 'br' | 'gzip', rest: string): Promise<Buffer | undefined> {
    const plain = Buffer.from(rest)
    if (plain.length === 0 || plain.length > longestEnd) return undefined
    if (encoding === 'gzip') {
      this.#gzip ??= part(this.text)
      return gzipEnd(await this.#gzip, plain)
    }
    this.#brotli ??= brotli(this.text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: this.text.length },
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
    })
    return brotliEnd(await this.#brotli, plain)
  }
}

/** Appends a final uncompressed block (RFC 1951, 3.2.4). */
function gzipEnd(beginning: Part, plain: Buffer): Buffer {
  const block = Buffer.alloc(5)
  block[0] = 1
  block.writeUInt16LE(plain.length, 1)
  block.writeUInt16LE(plain.length ^ 0xffff, 3)
  const sum = trailer(crc32(plain, beginning.crc), beginning.bytes + plain.length)
  return Buffer.concat([header, beginning.body, block, plain, sum])
}

/** Appends an uncompressed block and an empty final one (RFC 7932, 9.2). */
function brotliEnd(beginning: Buffer, plain: Buffer): Buffer {
  const block = Buffer.alloc(3)
  // ISLAST 0, MLEN-1 in sixteen bits, ISUNCOMPRESSED 1
  block.writeUIntLE(((plain.length - 1) << 3) | (1 << 19), 0, 3)
  return Buffer.concat([beginning, block, plain, Buffer.from([3])])
}
