import { promisify } from 'node:util'
import { brotliCompress, constants, crc32 } from 'node:zlib'
import { joinedCrc } from './crc.ts'
import { type Part, part } from './part.ts'

/** Deflate, no name, no time, from a system that does not matter (RFC 1952). */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** An empty block that ends the body. */
const end = Buffer.from([3, 0])

const trailer = (crc: number, bytes: number): Buffer => {
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32LE(crc, 0)
  numbers.writeUInt32LE(bytes % 2 ** 32, 4)
  return numbers
}

/** One gzip body of texts that were compressed each by itself. */
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

/** The longest end that one uncompressed block takes, of either format. */
const longestEnd = 65_535

/**
 * A text that many others begin with, which are answered at about the same time: it is compressed once for all of them,
 * and what follows it stands behind it as it is.
 */
export class SharedBeginning {
  readonly text: string
  #gzip: Promise<Part> | undefined
  #brotli: Promise<Buffer> | undefined

  constructor(text: string) {
    this.text = text
  }

  /** The whole text as one body; undefined where its end is too long for that. */
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

/** With an uncompressed block, the last one (RFC 1951, 3.2.4). */
function gzipEnd(beginning: Part, plain: Buffer): Buffer {
  const block = Buffer.alloc(5)
  block[0] = 1
  block.writeUInt16LE(plain.length, 1)
  block.writeUInt16LE(plain.length ^ 0xffff, 3)
  const sum = trailer(crc32(plain, beginning.crc), beginning.bytes + plain.length)
  return Buffer.concat([header, beginning.body, block, plain, sum])
}

/** With an uncompressed block, and an empty one that is the last (RFC 7932, 9.2). */
function brotliEnd(beginning: Buffer, plain: Buffer): Buffer {
  const block = Buffer.alloc(3)
  // not the last; the length in sixteen bits, less one; uncompressed
  block.writeUIntLE(((plain.length - 1) << 3) | (1 << 19), 0, 3)
  return Buffer.concat([beginning, block, plain, Buffer.from([3])])
}
