import { promisify } from 'node:util'
import { brotliDecompress, constants, gunzip, inflate } from 'node:zlib'
import { TooLargeError, UnreachableError } from './errors.ts'

const [ungzip, undeflate, unbrotli] = [promisify(gunzip), promisify(inflate), promisify(brotliDecompress)]

/** A body as it was before it was packed, which some servers do unasked; at most so many bytes come out of it. */
export async function decoded(body: Buffer, encoding: string, host: string, limit: number): Promise<Buffer> {
  // what was cut off is unpacked as far as it goes
  const ends = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: limit }
  try {
    switch (encoding.trim().toLowerCase()) {
      case '':
      case 'identity':
        return body
      case 'gzip':
      case 'x-gzip':
        return await ungzip(body, ends)
      case 'deflate':
        return await undeflate(body, ends)
      case 'br':
        return await unbrotli(body, { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength: limit })
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new TooLargeError(host, limit)
  }
  throw new UnreachableError(host, 'an answer that cannot be unpacked')
}
