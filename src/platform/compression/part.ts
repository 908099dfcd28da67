import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import { shiftBy } from './crc.ts'

const deflated = promisify(deflateRaw)

/**
 * A text, compressed by itself and so that it may stand in any place of a gzip body: it refers to nothing before it,
 * begins and ends on a byte, and does not end the body.
 */
export interface Part {
  readonly body: Buffer
  /** Length of the text, as bytes. */
  readonly bytes: number
  readonly crc: number
  /** What the sum of whatever stands before it is multiplied by. */
  readonly shift: number
}

/** Compresses a text in a thread; `level` from 1, quick, to 9, small. */
export async function part(text: string, level = 6): Promise<Part> {
  const plain = Buffer.from(text)
  const body = await deflated(plain, { level, finishFlush: constants.Z_SYNC_FLUSH })
  return { body, bytes: plain.length, crc: crc32(plain), shift: shiftBy(plain.length) }
}
