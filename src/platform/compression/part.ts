import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import { shiftBy } from './crc.ts'

const deflated = promisify(deflateRaw)

/** A text compressed to go anywhere in a gzip body: no outside references, byte-aligned, no final block. */
export interface Part {
  readonly body: Buffer
  readonly bytes: number
  readonly crc: number
  /** Factor for the CRC of everything before it, see {@link joinedCrc}. */
  readonly shift: number
}

/** Compresses a text in the thread pool; `level` from 1 (fastest) to 9 (smallest). */
export async function part(text: string, level = 6): Promise<Part> {
  const plain = Buffer.from(text)
  const body = await deflated(plain, { level, finishFlush: constants.Z_SYNC_FLUSH })
  return { body, bytes: plain.length, crc: crc32(plain), shift: shiftBy(plain.length) }
}
